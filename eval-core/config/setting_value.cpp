#include "config/setting_value.hpp"

#include "config/token_settings.hpp"
#include "config/units.hpp"

#include <nlohmann/json.hpp>

namespace evald {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;

Slot slot_of(const Setting& setting) {
    static Config scratch;  // never read or written: only the type of the place is of interest
    return setting.slot(scratch);
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    while (!text.empty()) {
        const auto end = text.find(separator);
        auto part = text.substr(0, end);
        while (part.starts_with(' ')) part.remove_prefix(1);
        while (part.ends_with(' ')) part.remove_suffix(1);
        if (!part.empty()) parts.emplace_back(part);
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
    return parts;
}

bool is_within(Bounds bounds, std::int64_t value) { return value >= bounds.min && value <= bounds.max; }

std::string not_as_asked(const std::string& allowed, const json& value) {
    constexpr std::size_t longest = 60;
    std::string shown = value.dump(-1, ' ', false, json::error_handler_t::replace);
    if (shown.size() > longest) shown = "that";
    return "must be " + allowed + ", not " + shown;
}

/// Integer of a JSON number that holds one exactly, so that 8080.0 is taken and 80.5 is not.
std::optional<std::int64_t> whole_number(const json& value) {
    if (value.is_number_unsigned()) {
        const auto number = value.get<std::uint64_t>();
        if (number > static_cast<std::uint64_t>(INT64_MAX)) return std::nullopt;
        return static_cast<std::int64_t>(number);
    }
    if (value.is_number_integer()) return value.get<std::int64_t>();
    return std::nullopt;
}

std::optional<milliseconds> duration_of(const json& value) {
    if (value.is_string()) return parse_duration(value.get_ref<const std::string&>());
    if (value.is_number()) return parse_duration(value.dump());
    return std::nullopt;
}

std::optional<std::uint64_t> size_of(const json& value) {
    if (value.is_string()) return parse_size(value.get_ref<const std::string&>());
    if (const auto number = whole_number(value); number && *number >= 0) return static_cast<std::uint64_t>(*number);
    return std::nullopt;
}

/// What is wrong with one string, or "".
std::string string_fault(const Setting& setting, const std::string& text) {
    if (text.find('\0') != std::string::npos) return "must not hold a NUL character";
    if (!setting.choices.empty()) {
        const auto choices = split(setting.choices, ' ');
        if (std::find(choices.begin(), choices.end(), text) == choices.end()) {
            return not_as_asked(describe_allowed(setting), text);
        }
    }
    std::string fault = setting.check == nullptr ? "" : setting.check(text);
    if (!fault.empty() && !text.empty())
        fault += ", not " + json(text).dump(-1, ' ', false, json::error_handler_t::replace);
    return fault;
}

/// Visits a Slot with the JSON value for it; each overload returns the faults.
class Assigner {
public:
    Assigner(const Setting& setting, const json& value) : setting_(setting), value_(value) {}

    std::vector<std::string> operator()(bool* place) const {
        if (!value_.is_boolean()) return refuse();
        *place = value_.get<bool>();
        return {};
    }

    std::vector<std::string> operator()(int* place) const {
        const auto number = whole_number(value_);
        if (!number || !is_within(setting_.bounds, *number)) return refuse();
        *place = static_cast<int>(*number);
        return {};
    }

    std::vector<std::string> operator()(std::uint64_t* place) const {
        const auto size = size_of(value_);
        if (!size || !is_within(setting_.bounds, static_cast<std::int64_t>(*size))) return refuse();
        *place = *size;
        return {};
    }

    std::vector<std::string> operator()(milliseconds* place) const {
        const auto duration = duration_of(value_);
        if (!duration || !is_within(setting_.bounds, duration->count())) return refuse();
        *place = *duration;
        return {};
    }

    std::vector<std::string> operator()(std::string* place) const {
        if (!value_.is_string()) return refuse();
        auto text = value_.get<std::string>();
        if (auto fault = string_fault(setting_, text); !fault.empty()) return {std::move(fault)};
        *place = std::move(text);
        return {};
    }

    std::vector<std::string> operator()(std::vector<std::string>* place) const {
        if (!value_.is_array()) return refuse();
        std::vector<std::string> faults;
        std::vector<std::string> texts;
        for (const json& element : value_) add_element(element, texts, faults);
        if (faults.empty()) *place = std::move(texts);
        return faults;
    }

    std::vector<std::string> operator()(std::vector<TokenConfig>* place) const { return assign_tokens(value_, *place); }

private:
    [[nodiscard]] std::vector<std::string> refuse() const { return {not_as_asked(describe_allowed(setting_), value_)}; }

    void add_element(const json& element, std::vector<std::string>& texts, std::vector<std::string>& faults) const {
        const std::string where = "[" + std::to_string(texts.size()) + "]: ";
        std::string text = element.is_string() ? element.get<std::string>() : std::string{};
        const auto fault = element.is_string() ? string_fault(setting_, text) : not_as_asked("a string", element);
        if (!fault.empty()) faults.push_back(where + fault);
        texts.push_back(std::move(text));
    }

    const Setting& setting_;
    const json& value_;
};

/// The JSON value that a text of the environment or command line stands for.
class TextReader {
public:
    explicit TextReader(std::string_view text) : text_(text) {}

    json operator()(const bool*) const {
        for (const std::string_view yes : {"true", "1", "yes", "on"}) {
            if (text_ == yes) return true;
        }
        for (const std::string_view no : {"false", "0", "no", "off"}) {
            if (text_ == no) return false;
        }
        return text_;
    }

    json operator()(const int*) const {
        auto value = json::parse(text_, nullptr, false);
        return value.is_number() ? value : json(text_);
    }

    json operator()(const std::vector<std::string>*) const { return split(text_, ','); }
    json operator()(const std::vector<TokenConfig>*) const { return json::parse(text_, nullptr, false); }

    template <class Other>
    json operator()(const Other*) const {
        return text_;
    }

private:
    std::string_view text_;
};

class Printer {
public:
    using Json = nlohmann::ordered_json;

    Json operator()(const std::uint64_t* place) const { return format_size(*place); }
    Json operator()(const milliseconds* place) const { return format_duration(*place); }
    Json operator()(const std::vector<TokenConfig>* place) const { return tokens_to_json(*place); }

    template <class Plain>
    Json operator()(const Plain* place) const {
        return *place;
    }
};

class Describer {
public:
    explicit Describer(const Setting& setting) : setting_(setting) {}

    std::string operator()(const bool*) const { return "true or false"; }
    std::string operator()(const int*) const {
        return "an integer from " + std::to_string(setting_.bounds.min) + " to " + std::to_string(setting_.bounds.max);
    }
    std::string operator()(const std::uint64_t*) const {
        return "a size from " + format_size(static_cast<std::uint64_t>(setting_.bounds.min)) + " to " +
               format_size(static_cast<std::uint64_t>(setting_.bounds.max));
    }
    std::string operator()(const milliseconds*) const {
        return "a duration from " + format_duration(milliseconds{setting_.bounds.min}) + " to " +
               format_duration(milliseconds{setting_.bounds.max});
    }
    std::string operator()(const std::string*) const {
        if (setting_.choices.empty()) return "a string";
        std::string text;
        for (const auto& choice : split(setting_.choices, ' ')) text += (text.empty() ? "\"" : ", \"") + choice + '"';
        return text.find(',') == std::string::npos ? text : "one of " + text;
    }
    std::string operator()(const std::vector<std::string>*) const { return "a list of strings"; }
    std::string operator()(const std::vector<TokenConfig>*) const { return "a list of token objects"; }

private:
    const Setting& setting_;
};

}  // namespace

std::vector<std::string> assign_json(const Setting& setting, Config& config, const json& value) {
    return std::visit(Assigner{setting, value}, setting.slot(config));
}

std::vector<std::string> assign_text(const Setting& setting, Config& config, std::string_view text) {
    return assign_json(setting, config, std::visit(TextReader{text}, slot_of(setting)));
}

nlohmann::ordered_json value_to_json(const Setting& setting, const Config& config) {
    // The accessor gives a writable place; nothing is written through it here.
    return std::visit(Printer{}, setting.slot(const_cast<Config&>(config)));
}

std::string describe_allowed(const Setting& setting) { return std::visit(Describer{setting}, slot_of(setting)); }

}  // namespace evald
