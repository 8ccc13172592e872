#include "api/eval_body.hpp"

#include "api/json_document.hpp"
#include "api/object_reader.hpp"
#include "session/session_id.hpp"
#include "tools/tool_schema.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace evald::service {
namespace {

namespace dom = simdjson::dom;

constexpr std::string_view k_session_rule = "must be 1 to 128 of A-Z a-z 0-9 . _ - and neither . nor ..";
constexpr std::string_view k_no_nul = "must not hold a NUL character";

bool has_nul(std::string_view text) { return text.find('\0') != std::string_view::npos; }

/// Reads the parts of an eval body into an EvalRequest.
class EvalBodyReader {
public:
    EvalBodyReader(const ObjectReader& root, const EvalBodyRules& rules, Faults& faults)
        : root_(root), rules_(rules), faults_(faults) {}

    EvalRequest read() {
        read_session();
        read_cells();
        if (const auto cwd = root_.text("cwd")) {
            if (has_nul(*cwd)) root_.fault("cwd", std::string(k_no_nul));
            request_.cwd = *cwd;
        }
        read_env();
        request_.create = root_.boolean("create").value_or(true);
        request_.detach = root_.boolean("detach").value_or(false) || rules_.is_detached;
        read_tools();
        return std::move(request_);
    }

private:
    void read_session() {
        const auto named = root_.text("session");
        if (named && !is_session_id(*named)) root_.fault("session", std::string(k_session_rule));
        if (!rules_.given_session.empty() && !is_session_id(rules_.given_session))
            root_.fault("session", "as X-Session-Id " + std::string(k_session_rule));
        else if (named && !rules_.given_session.empty() && rules_.session_must_agree && *named != rules_.given_session)
            root_.fault("session", "differs from X-Session-Id; give one of the two");
        request_.session = named ? *named : rules_.given_session;
    }

    void read_cells() {
        const auto cells = root_.array("cells");
        const std::string rule = "1 to " + std::to_string(rules_.limits.cells) + " cells";
        if (!cells) {
            if (!root_.member("cells")) root_.fault("cells", "is missing; it must be an array of " + rule);
            return;
        }
        const std::size_t count = cells->size();
        if (count == 0 || count > static_cast<std::size_t>(rules_.limits.cells))
            return root_.fault("cells", "must hold " + rule);
        std::size_t index = 0;
        for (const dom::element cell : *cells) read_cell(cell, "/cells/" + std::to_string(index++));
    }

    void read_cell(dom::element value, std::string pointer) {
        dom::object object;
        if (value.get(object) != simdjson::SUCCESS) return faults_.add(std::move(pointer), "must be an object");
        const ObjectReader reader(object, std::move(pointer), faults_);
        reader.allow_only({"language", "code", "title", "timeout", "reset"});
        CellSpec cell;
        const auto language = reader.member("language");
        std::string_view id;
        const bool is_text = language && language->get(id) == simdjson::SUCCESS;
        const auto known = is_text ? language_from_request(id) : std::nullopt;
        if (known)
            cell.language = *known;
        else
            reader.fault("language", language ? R"(must be "py" or "js")" : R"(is missing; it must be "py" or "js")");
        if (const auto code = reader.needed_text("code")) {
            if (code->size() > rules_.limits.code)
                reader.fault("code", "must not be larger than " + std::to_string(rules_.limits.code) + " bytes");
            cell.code = *code;
        }
        cell.title = reader.text("title").value_or("");
        cell.reset = reader.boolean("reset").value_or(false);
        cell.timeout = read_timeout(reader);
        request_.cells.push_back(std::move(cell));
    }

    [[nodiscard]] std::chrono::milliseconds read_timeout(const ObjectReader& reader) const {
        const auto most = static_cast<std::uint64_t>(rules_.limits.cell_timeout_max.count());
        const auto seconds = reader.whole_number("timeout", 1);
        if (!seconds) return rules_.limits.cell_timeout;
        return std::chrono::milliseconds(static_cast<std::int64_t>(*seconds > most / 1000 ? most : *seconds * 1000));
    }

    void read_env() {
        const auto env = root_.object("env");
        if (!env) return;
        const ObjectReader reader(*env, "/env", faults_);
        for (const dom::key_value_pair member : *env) {
            std::string_view value;
            if (member.key.empty() || has_nul(member.key) || member.key.find('=') != std::string_view::npos)
                reader.fault(member.key, "must have a name without '=' and NUL");
            if (member.value.get(value) != simdjson::SUCCESS)
                reader.fault(member.key, "must be a string");
            else if (has_nul(value))
                reader.fault(member.key, std::string(k_no_nul));
            request_.env.emplace_back(member.key, value);
        }
    }

    void read_tools() {
        const auto tools = root_.array("tools");
        if (!tools) return;
        if (tools->size() > 0 && !rules_.can_answer_tools && !request_.detach)
            root_.fault("tools", "needs a stream, a WebSocket or detach: nobody could answer a call");
        std::size_t index = 0;
        for (const dom::element tool : *tools) read_tool(tool, "/tools/" + std::to_string(index++));
    }

    void read_tool(dom::element value, std::string pointer) {
        dom::object object;
        if (value.get(object) != simdjson::SUCCESS) return faults_.add(std::move(pointer), "must be an object");
        const ObjectReader reader(object, std::move(pointer), faults_);
        reader.allow_only({"name", "description", "parameters", "pausesTimeout"});
        ToolSpec tool;
        if (const auto name = reader.needed_text("name")) {
            tool.name = *name;
            if (tool.name.empty()) reader.fault("name", "must not be empty");
            const auto same = [&tool](const ToolSpec& other) { return other.name == tool.name; };
            if (!tool.name.empty() && std::ranges::any_of(request_.tools, same))
                reader.fault("name", "names a tool a second time");
        }
        tool.description = reader.text("description").value_or("");
        tool.pauses_timeout = reader.boolean("pausesTimeout").value_or(false);
        if (const auto parameters = reader.object("parameters")) read_parameters(reader, *parameters, tool);
        request_.tools.push_back(std::move(tool));
    }

    static void read_parameters(const ObjectReader& reader, dom::object parameters, ToolSpec& tool) {
        tool.parameters_json = simdjson::minify(parameters);
        if (parameters.size() == 0) return;
        auto schema = ToolSchema::compile(tool.parameters_json);
        if (schema)
            tool.schema = std::move(*schema);
        else
            reader.fault("parameters", schema.error().message);
    }

    const ObjectReader& root_;
    const EvalBodyRules& rules_;
    Faults& faults_;
    EvalRequest request_;
};

}  // namespace

Result<EvalRequest> read_eval_object(dom::element root, const EvalBodyRules& rules) {
    Faults faults;
    dom::object object;
    if (root.get(object) != simdjson::SUCCESS) {
        faults.add("", "must be an object");
        return std::move(faults).error();
    }
    const ObjectReader reader(object, "", faults);
    if (rules.is_message) {
        reader.allow_only({"session", "cells", "cwd", "env", "tools", "create", "detach", "type", "id"});
    } else {
        reader.allow_only({"session", "cells", "cwd", "env", "tools", "create", "detach"});
    }
    EvalRequest request = EvalBodyReader(reader, rules, faults).read();
    if (!faults.empty()) return std::move(faults).error();
    return request;
}

Result<EvalRequest> read_eval_body(std::string_view body, const EvalBodyRules& rules) {
    const auto document = JsonDocument::parse(body, static_cast<std::size_t>(rules.limits.json_depth));
    if (!document) return document.error();
    return read_eval_object(document->root(), rules);
}

}  // namespace evald::service
