#include "config/config_loader.hpp"

#include "config/config_file.hpp"
#include "config/config_rules.hpp"
#include "config/setting.hpp"
#include "config/setting_value.hpp"
#include "config/suggestion.hpp"
#include "config/token_settings.hpp"
#include "config/tool_settings.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <unistd.h>

namespace evald {
namespace {

using nlohmann::json;

/// Members of this group that are no settings are tools, each under its name.
constexpr std::string_view k_tools = "tools.";

/// Applies one source after the other to a Config and gathers faults.
class ConfigBuilder {
public:
    void apply_file(const std::string& path);
    void apply_environment(const std::map<std::string, std::string>& environment);
    void apply_overrides(const std::vector<std::pair<std::string, std::string>>& overrides);
    Result<Config> finish(const std::map<std::string, std::string>& environment);

private:
    void fault(std::string where, std::string what);
    void note(const std::string& prefix, const std::string& key, const std::vector<std::string>& faults);
    void apply_object(const std::string& prefix, const std::string& path, const json& object);
    void apply_member(const std::string& prefix, const std::string& key, const json& value);
    void apply_tool(const std::string& where, const std::string& name, const json& value);
    void apply_variable(const std::string& name, const std::string& value);
    void apply_token(const std::map<std::string, std::string>& environment);

    Config config_;
    std::vector<FieldError> faults_;
    std::set<std::string_view> keys_of_environment_;
};

/// All keys and the groups that they stand in ("server", "kernels.python"), for suggestions.
std::vector<std::string_view> known_keys() {
    std::set<std::string_view> keys;
    for (const Setting& setting : settings()) {
        keys.insert(setting.key);
        for (auto dot = setting.key.find('.'); dot != std::string_view::npos; dot = setting.key.find('.', dot + 1)) {
            keys.insert(setting.key.substr(0, dot));
        }
    }
    return {keys.begin(), keys.end()};
}

bool is_group(std::string_view path) {
    return std::any_of(settings().begin(), settings().end(), [path](const Setting& setting) {
        return setting.key.size() > path.size() && setting.key.starts_with(path) && setting.key[path.size()] == '.';
    });
}

const Setting* setting_of_variable(std::string_view name) {
    if (name == "EVALD_PY") return find_setting("kernels.python.enabled");
    if (name == "EVALD_JS") return find_setting("kernels.javascript.enabled");
    for (const Setting& setting : settings()) {
        if (environment_name(setting.key) == name) return &setting;
    }
    return nullptr;
}

/// Variables with our prefix that mean something else.
bool is_foreign_variable(std::string_view name) {
    return name.starts_with("EVALD_TEST_") || name.starts_with("EVALD_SERVICE_") || name == "EVALD_PORT" ||
           name.starts_with("EVALD_PORT_");
}

std::string suggest_variable(const std::string& name) {
    std::vector<std::string> names{"EVALD_PY", "EVALD_JS", "EVALD_TOKEN", "EVALD_TOKEN_FILE"};
    for (const Setting& setting : settings()) names.push_back(environment_name(setting.key));
    return did_you_mean(name, {names.begin(), names.end()});
}

std::string_view without_line_end(std::string_view text) {
    while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
    return text;
}

void ConfigBuilder::fault(std::string where, std::string what) {
    FieldError error;
    error.pointer = std::move(where);
    error.message = std::move(what);
    faults_.push_back(std::move(error));
}

/// A fault that begins with "[0].name: " belongs to a place within the value.
void ConfigBuilder::note(const std::string& prefix, const std::string& key, const std::vector<std::string>& faults) {
    for (const std::string& text : faults) {
        const auto colon = text.starts_with('[') ? text.find(": ") : std::string::npos;
        if (colon == std::string::npos) {
            fault(prefix + key, text);
        } else {
            fault(prefix + key + text.substr(0, colon), text.substr(colon + 2));
        }
    }
}

void ConfigBuilder::apply_file(const std::string& path) {
    const auto text = read_config_file(path);
    if (!text) return fault(path, text.error().message);
    std::vector<std::string> twice;
    const auto document = parse_config_text(*text, twice);
    if (!document) return fault(path, document.error().message);
    for (const std::string& place : twice) {
        const auto colon = place.rfind(": ");
        fault(path + ": " + place.substr(0, colon), place.substr(colon + 2));
    }
    apply_object(path + ": ", "", *document);
}

void ConfigBuilder::apply_object(const std::string& prefix, const std::string& path, const json& object) {
    for (const auto& [name, value] : object.items()) {
        apply_member(prefix, path.empty() ? name : path + "." + name, value);
    }
}

void ConfigBuilder::apply_member(const std::string& prefix, const std::string& key, const json& value) {
    if (const Setting* setting = find_setting(key)) {
        note(prefix, key, assign_json(*setting, config_, value));
    } else if (key.starts_with(k_tools) && value.is_object()) {
        apply_tool(prefix + key, key.substr(k_tools.size()), value);
    } else if (!is_group(key)) {
        fault(prefix + key, "unknown key" + did_you_mean(key, known_keys()));
    } else if (!value.is_object()) {
        fault(prefix + key, "must be an object");
    } else {
        apply_object(prefix, key, value);
    }
}

void ConfigBuilder::apply_tool(const std::string& where, const std::string& name, const json& value) {
    for (const std::string& text : assign_tool(name, value, config_.tools.configured)) {
        const auto colon = text.find(": ");
        fault(where + text.substr(0, colon), text.substr(colon + 2));
    }
}

void ConfigBuilder::apply_environment(const std::map<std::string, std::string>& environment) {
    for (const auto& [name, value] : environment) {
        const bool is_token = name == "EVALD_TOKEN" || name == "EVALD_TOKEN_FILE";
        if (name.starts_with("EVALD_") && !value.empty() && !is_token) apply_variable(name, value);
    }
    apply_token(environment);
}

void ConfigBuilder::apply_variable(const std::string& name, const std::string& value) {
    const Setting* setting = setting_of_variable(name);
    if (setting == nullptr) {
        if (!is_foreign_variable(name)) fault(name, "unknown variable" + suggest_variable(name));
        return;
    }
    if (!keys_of_environment_.insert(setting->key).second) {
        return fault(name, "sets " + std::string{setting->key} + " a second time");
    }
    note("", name, assign_text(*setting, config_, value));
}

void ConfigBuilder::apply_token(const std::map<std::string, std::string>& environment) {
    const auto value_of = [&environment](const std::string& name) {
        const auto found = environment.find(name);
        return found == environment.end() ? std::string{} : found->second;
    };
    std::string token = value_of("EVALD_TOKEN");
    const std::string path = value_of("EVALD_TOKEN_FILE");
    if (!token.empty() && !path.empty())
        return fault("EVALD_TOKEN_FILE", "is set beside EVALD_TOKEN; give one of them");
    if (token.empty() && path.empty()) return;
    const std::string where = path.empty() ? "EVALD_TOKEN" : "EVALD_TOKEN_FILE";
    if (!path.empty()) {
        const auto text = read_config_file(path);
        if (!text) return fault(where, path + " " + text.error().message);
        token = without_line_end(*text);
    }
    if (auto wrong = check_token(token); !wrong.empty()) return fault(where, std::move(wrong));
    TokenConfig entry = default_token(token);
    const auto same_name = [&entry](const TokenConfig& other) { return other.name == entry.name; };
    if (std::any_of(config_.auth.tokens.begin(), config_.auth.tokens.end(), same_name)) {
        return fault(where, "adds a token named default, but auth.tokens has one of that name");
    }
    config_.auth.tokens.push_back(std::move(entry));
}

void ConfigBuilder::apply_overrides(const std::vector<std::pair<std::string, std::string>>& overrides) {
    const std::string prefix = "command line: ";
    std::set<std::string> seen;
    for (const auto& [key, value] : overrides) {
        const Setting* setting = find_setting(key);
        if (setting == nullptr) {
            fault(prefix + key, "unknown key" + did_you_mean(key, known_keys()));
        } else if (!seen.insert(key).second) {
            fault(prefix + key, "stands there twice");
        } else {
            note(prefix, key, assign_text(*setting, config_, value));
        }
    }
}

Result<Config> ConfigBuilder::finish(const std::map<std::string, std::string>& environment) {
    for (FieldError& unset : fill_in_variables(config_, environment)) faults_.push_back(std::move(unset));
    for (FieldError& broken : broken_rules(config_)) faults_.push_back(std::move(broken));
    if (faults_.empty()) return std::move(config_);
    Error error;
    error.code = ErrorCode::invalid_request;
    for (const FieldError& one : faults_) {
        error.message += (error.message.empty() ? "" : "\n") + one.pointer + ": " + one.message;
    }
    error.fields = std::move(faults_);
    return error;
}

}  // namespace

Result<Config> load_config(const ConfigSources& sources) {
    ConfigBuilder builder;
    if (sources.file) builder.apply_file(*sources.file);
    builder.apply_environment(sources.environment);
    builder.apply_overrides(sources.overrides);
    return builder.finish(sources.environment);
}

std::map<std::string, std::string> process_environment() {
    std::map<std::string, std::string> variables;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string_view text = *entry;
        const auto equals = text.find('=');
        if (equals != std::string_view::npos) variables.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    return variables;
}

}  // namespace evald
