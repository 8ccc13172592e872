#include "protocol/request.hpp"

#include "protocol/json_scanner.hpp"
#include "protocol/text_encoding.hpp"

namespace evald::js {

namespace {

/// Every member that some request has; which of them count depends on `type`.
struct Members {
    std::optional<std::string> type;
    RunCell cell;
    bool has_id = false;
    bool has_code = false;
    ToolResult tool;
    BarrierReached barrier;
};

std::vector<std::pair<std::string, std::optional<std::string>>> parse_environment(std::string_view text) {
    std::vector<std::pair<std::string, std::optional<std::string>>> variables;
    JsonObjectScanner scanner(text);
    while (scanner.next()) {
        const auto value = scanner.string_value();
        if (value) {
            variables.emplace_back(to_utf8(scanner.key()), to_utf8(*value));
        } else if (scanner.raw() == "null") {
            variables.emplace_back(to_utf8(scanner.key()), std::nullopt);
        }
    }
    return variables;
}

void read_text(const JsonObjectScanner& scanner, Members& members) {
    auto value = scanner.string_value();
    if (!value) {
        return;
    }
    const std::string& key = scanner.key();
    if (key == "code") {
        members.cell.code = to_utf8(*value);
        members.has_code = true;
    } else if (key == "id") {
        members.cell.id = to_utf8(*value);
        members.has_id = true;
    } else if (key == "type") {
        members.type = std::move(*value);
    } else if (key == "cwd") {
        members.cell.cwd = to_utf8(*value);
    } else if (key == "callId") {
        members.tool.call_id = std::move(*value);
    } else if (key == "error") {
        members.tool.error = std::move(*value);
    }
}

void read_member(const JsonObjectScanner& scanner, Members& members) {
    const std::string& key = scanner.key();
    if (key == "silent") {
        members.cell.silent = scanner.bool_value().value_or(false);
    } else if (key == "storeHistory") {
        members.cell.store_history = scanner.bool_value().value_or(true);
    } else if (key == "ok") {
        members.tool.ok = scanner.bool_value().value_or(false);
    } else if (key == "value") {
        members.tool.value = scanner.raw();
    } else if (key == "n") {
        members.barrier.number = scanner.number_value().value_or(0);
    } else if (key == "env") {
        members.cell.env = parse_environment(scanner.raw());
    } else {
        read_text(scanner, members);
    }
}

}  // namespace

std::optional<Request> parse_request(std::string_view line) {
    Members members;
    JsonObjectScanner scanner(line);
    while (scanner.next()) {
        read_member(scanner, members);
    }
    if (!scanner.finished_cleanly()) {
        return std::nullopt;
    }
    if (!members.type) {
        if (!members.has_id || !members.has_code) {
            return std::nullopt;
        }
        return std::move(members.cell);
    }
    if (*members.type == "tool_result") {
        return std::move(members.tool);
    }
    if (*members.type == "barrier") {
        return members.barrier;
    }
    if (*members.type == "restore") {
        return Restore{};
    }
    if (*members.type == "ping") {
        return Ping{};
    }
    if (*members.type == "exit") {
        return Exit{};
    }
    return std::nullopt;
}

}  // namespace evald::js
