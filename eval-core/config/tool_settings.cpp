#include "config/tool_settings.hpp"

#include "config/string_checks.hpp"
#include "config/suggestion.hpp"
#include "config/units.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace evald {
namespace {

using nlohmann::json;

const std::vector<std::string_view> k_members{"url",         "method",     "headers",      "timeout",
                                              "description", "parameters", "pausesTimeout"};
constexpr std::chrono::milliseconds k_timeout_max{86'400'000};
constexpr std::string_view k_name_rule = "a tool's name is 1 to 64 letters, digits, '_' or '-'";

bool is_tool_name(std::string_view text) {
    return !text.empty() && text.size() <= 64 &&
           text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") ==
               std::string_view::npos;
}

bool is_header_name(std::string_view text) {
    return !text.empty() &&
           text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") ==
               std::string_view::npos;
}

/// Written by the client itself; a second one would let a request be read in two ways.
bool is_own_header(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    for (const std::string_view own :
         {"host", "content-length", "content-type", "transfer-encoding", "connection", "expect"})
        if (lower == own) return true;
    return false;
}

bool is_header_text(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c == '\t' || (c >= ' ' && c <= '~'); });
}

/// Reads one tool, noting faults with their place.
class ToolReader {
public:
    ToolReader(const json& value, std::vector<std::string>& faults) : value_(value), faults_(faults) {}

    ToolConfig read() {
        ToolConfig tool;
        if (!value_.is_object()) {
            fault("", "must be an object with url");
            return tool;
        }
        for (const auto& [name, unused] : value_.items())
            if (std::find(k_members.begin(), k_members.end(), name) == k_members.end())
                fault(name, "unknown key" + did_you_mean(name, k_members));
        tool.url = text("url");
        if (!value_.contains("url"))
            fault("url", "is missing");
        else if (tool.url.empty() || !check_service_url(tool.url).empty())
            fault("url", check_service_url("-"));
        read_method(tool);
        read_headers(tool);
        read_timeout(tool);
        tool.description = text("description");
        if (const auto found = value_.find("parameters"); found != value_.end()) {
            if (found->is_object())
                tool.parameters_json = found->dump(-1, ' ', false, json::error_handler_t::replace);
            else
                fault("parameters", "must be an object, a JSON schema");
        }
        if (const auto found = value_.find("pausesTimeout"); found != value_.end()) {
            if (found->is_boolean())
                tool.pauses_timeout = found->get<bool>();
            else
                fault("pausesTimeout", "must be true or false");
        }
        return tool;
    }

private:
    void fault(const std::string& member, const std::string& what) {
        faults_.push_back((member.empty() ? "" : "." + member) + ": " + what);
    }

    std::string text(const std::string& member) {
        const auto found = value_.find(member);
        if (found == value_.end()) return {};
        if (found->is_string()) return found->get<std::string>();
        fault(member, "must be a string");
        return {};
    }

    void read_method(ToolConfig& tool) {
        const std::string method = text("method");
        if (method.empty()) return;
        if (method == "POST" || method == "PUT" || method == "PATCH")
            tool.method = method;
        else
            fault("method", "must be one of POST, PUT, PATCH");
    }

    void read_headers(ToolConfig& tool) {
        const auto found = value_.find("headers");
        if (found == value_.end()) return;
        if (!found->is_object()) return fault("headers", "must be an object of names and texts");
        for (const auto& [name, header] : found->items()) {
            const std::string where = "headers." + name;
            if (!is_header_name(name))
                fault(where, "must be named as a header is");
            else if (is_own_header(name))
                fault(where, "is set by the server itself");
            else if (!header.is_string() || !is_header_text(header.get_ref<const std::string&>()))
                fault(where, "must be a string of one line in ASCII");
            else
                tool.headers.push_back({name, header.get<std::string>(), {}});
        }
    }

    void read_timeout(ToolConfig& tool) {
        const auto found = value_.find("timeout");
        if (found == value_.end()) return;
        std::optional<std::chrono::milliseconds> timeout;
        if (found->is_string())
            timeout = parse_duration(found->get_ref<const std::string&>());
        else if (found->is_number())
            timeout = parse_duration(found->dump());
        if (timeout && timeout->count() > 0 && *timeout <= k_timeout_max)
            tool.timeout = *timeout;
        else
            fault("timeout", "must be a duration from 1ms to 24h");
    }

    const json& value_;
    std::vector<std::string>& faults_;
};

/// Replaces each ${NAME}; `missing` gets those that are not set.
std::string filled_in(const std::string& text, const std::map<std::string, std::string>& environment,
                      std::vector<std::string>& missing) {
    std::string out;
    std::size_t at = 0;
    while (true) {
        const auto begin = text.find("${", at);
        const auto end = begin == std::string::npos ? begin : text.find('}', begin);
        if (end == std::string::npos) return out + text.substr(at);
        const std::string name = text.substr(begin + 2, end - begin - 2);
        out += text.substr(at, begin - at);
        const auto found = environment.find(name);
        if (found == environment.end() || found->second.empty())
            missing.push_back(name);
        else
            out += found->second;
        at = end + 1;
    }
}

}  // namespace

const std::string_view k_tool_settings_doc =
    "\"NAME\": {\"url\": \"https://host/path\"} makes a tool that every cell may call as tool.NAME(...): its arguments "
    "are sent "
    "there as JSON, the answer is its value. Beside url: \"method\" (POST, PUT or PATCH), \"headers\" (in their texts "
    "${VARIABLE} is one of the server's environment), \"timeout\" (60s), \"description\", \"parameters\" (a JSON "
    "schema of the "
    "arguments), \"pausesTimeout\" (false; true: a call does not count against the cell's timeout).";

std::vector<std::string> assign_tool(const std::string& name, const json& value, std::vector<ToolConfig>& tools) {
    std::vector<std::string> faults;
    if (!is_tool_name(name)) faults.push_back(": " + std::string(k_name_rule));
    ToolConfig tool = ToolReader(value, faults).read();
    tool.name = name;
    if (!faults.empty()) return faults;
    std::erase_if(tools, [&name](const ToolConfig& other) { return other.name == name; });
    tools.push_back(std::move(tool));
    return faults;
}

nlohmann::ordered_json tools_to_json(const std::vector<ToolConfig>& tools) {
    auto all = nlohmann::ordered_json::object();
    for (const ToolConfig& tool : tools) {
        auto& entry = all[tool.name];
        entry["url"] = tool.url;
        entry["method"] = tool.method;
        auto& headers = entry["headers"] = nlohmann::ordered_json::object();
        for (const ToolHeader& header : tool.headers) headers[header.name] = header.text;
        entry["timeout"] = format_duration(tool.timeout);
        entry["description"] = tool.description;
        if (!tool.parameters_json.empty()) entry["parameters"] = nlohmann::ordered_json::parse(tool.parameters_json);
        entry["pausesTimeout"] = tool.pauses_timeout;
    }
    return all;
}

std::vector<FieldError> fill_in_variables(Config& config, const std::map<std::string, std::string>& environment) {
    std::vector<FieldError> faults;
    for (ToolConfig& tool : config.tools.configured) {
        for (ToolHeader& header : tool.headers) {
            std::vector<std::string> missing;
            header.value = filled_in(header.text, environment, missing);
            const std::string place = "tools." + tool.name + ".headers." + header.name;
            for (const std::string& name : missing) faults.push_back({place, "the variable " + name + " is not set"});
            if (!is_header_text(header.value)) faults.push_back({place, "a variable in it holds what no header can"});
        }
    }
    const auto key = environment.find(config.completion.key_variable);
    if (key != environment.end()) config.completion.key = key->second;
    if (!is_header_text(config.completion.key))
        faults.push_back({"completion.key_variable", "the variable holds what no header can"});
    return faults;
}

}  // namespace evald
