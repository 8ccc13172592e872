#include "config/config_printer.hpp"

#include "config/setting.hpp"
#include "config/setting_value.hpp"
#include "config/tool_settings.hpp"

#include <nlohmann/json.hpp>

namespace evald {
namespace {

constexpr std::string_view k_introduction =
    "// Every setting of evald with its default. Name this file, or one that holds only what differs, with --config "
    "FILE.\n"
    "// A variable overrides the file (server.port: EVALD_SERVER_PORT), the command line overrides both.\n"
    "// Durations: a string with a unit (\"500ms\", \"30s\", \"5m\", \"24h\") or a number of seconds.\n"
    "// Sizes: a string with a unit (\"64KiB\", \"8MiB\", \"1GiB\", \"1TiB\") or a number of bytes.\n"
    "// Lists in a variable or on the command line are separated by commas; booleans are true or false, 1 or 0.\n"
    "// `evald config --print` shows what is in force.\n";

std::string dump(const nlohmann::ordered_json& value, int indent = -1) {
    return value.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

/// Breaks words into lines of at most `width` characters, each led by `lead`.
std::string wrapped(std::string_view text, const std::string& lead, std::size_t width) {
    std::string out;
    std::string line;
    while (!text.empty()) {
        const auto end = text.find(' ');
        const auto word = text.substr(0, end);
        if (!line.empty() && lead.size() + line.size() + 1 + word.size() > width) {
            out += lead + line + "\n";
            line.clear();
        }
        line += (line.empty() ? "" : " ") + std::string{word};
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    }
    return out + lead + line + "\n";
}

/// Writes nested objects from dotted keys that come grouped, opening and closing groups as the path changes.
class ReferenceWriter {
public:
    void add(const Setting& setting, const std::string& value) {
        go_to(groups_of(setting.key));
        begin_member();
        out_ += wrapped(comment_of(setting), indent() + "// ", 120);
        out_ += indent() + '"' + std::string{setting.key.substr(setting.key.rfind('.') + 1)} + "\": " + value;
    }

    std::string finish() {
        leave_to(0);
        return "{\n" + out_ + "\n}\n";
    }

    /// A comment at the start of a group, on members that have no default.
    void add_note(const std::string& group, std::string_view text) {
        go_to({group});
        out_ += wrapped(text, indent() + "// ", 120);
    }

private:
    void go_to(const std::vector<std::string>& path) {
        leave_to(common_depth(path));
        for (std::size_t depth = groups_.size(); depth < path.size(); ++depth) enter(path[depth]);
    }

    static std::vector<std::string> groups_of(std::string_view key) {
        std::vector<std::string> groups;
        for (auto dot = key.find('.'); dot != std::string_view::npos; dot = key.find('.')) {
            groups.emplace_back(key.substr(0, dot));
            key.remove_prefix(dot + 1);
        }
        return groups;
    }

    static std::string comment_of(const Setting& setting) {
        const auto allowed = describe_allowed(setting);
        const bool says_more = allowed != "a string" && allowed != "a list of token objects";
        return std::string{setting.doc} + (says_more ? " (" + allowed + ")" : "");
    }

    [[nodiscard]] std::string indent() const { return std::string(2 * (groups_.size() + 1), ' '); }

    [[nodiscard]] std::size_t common_depth(const std::vector<std::string>& path) const {
        std::size_t depth = 0;
        while (depth < path.size() && depth < groups_.size() && path[depth] == groups_[depth]) ++depth;
        return depth;
    }

    void begin_member() {
        if (!is_first_) out_ += groups_.empty() ? ",\n\n" : ",\n";
        is_first_ = false;
    }

    void enter(const std::string& group) {
        begin_member();
        out_ += indent() + '"' + group + "\": {\n";
        groups_.push_back(group);
        is_first_ = true;
    }

    void leave_to(std::size_t depth) {
        while (groups_.size() > depth) {
            groups_.pop_back();
            out_ += "\n" + indent() + "}";
            is_first_ = false;
        }
    }

    std::string out_;
    std::vector<std::string> groups_;
    bool is_first_ = true;
};

}  // namespace

std::string print_config(const Config& config) {
    auto document = nlohmann::ordered_json::object();
    for (const Setting& setting : settings()) {
        nlohmann::ordered_json* place = &document;
        std::string_view key = setting.key;
        for (auto dot = key.find('.'); dot != std::string_view::npos; dot = key.find('.')) {
            place = &(*place)[std::string{key.substr(0, dot)}];
            key.remove_prefix(dot + 1);
        }
        (*place)[std::string{key}] = value_to_json(setting, config);
    }
    document["tools"].update(tools_to_json(config.tools.configured));
    return dump(document, 2) + "\n";
}

std::string config_reference() {
    const Config defaults;
    ReferenceWriter writer;
    bool is_among_tools = false;
    for (const Setting& setting : settings()) {
        if (!is_among_tools && setting.key.starts_with("tools.")) {
            writer.add_note("tools", k_tool_settings_doc);
            is_among_tools = true;
        }
        writer.add(setting, dump(value_to_json(setting, defaults)));
    }
    return std::string{k_introduction} + writer.finish();
}

}  // namespace evald
