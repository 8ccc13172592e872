#pragma once

#include <string>
#include <string_view>

#include "protocol/json_text.hpp"

namespace evald::js {

/// The JSON of a helper's status event, `{"op": …, …}`. Texts are cut to what a line of a log can show.
class StatusEvent {
public:
    explicit StatusEvent(std::string_view op) { add("op", op); }

    StatusEvent& add(std::string_view name, std::string_view text) {
        begin(name);
        append_json_string(json_, text.substr(0, character_limit(text)));
        return *this;
    }
    StatusEvent& add(std::string_view name, const char* text) { return add(name, std::string_view(text)); }
    StatusEvent& add(std::string_view name, double number) {
        begin(name);
        append_json_number(json_, number);
        return *this;
    }
    StatusEvent& add(std::string_view name, std::size_t number) { return add(name, static_cast<double>(number)); }
    StatusEvent& add(std::string_view name, bool value) {
        begin(name);
        json_ += value ? "true" : "false";
        return *this;
    }

    std::string json() const { return json_ + "}"; }

private:
    static std::size_t character_limit(std::string_view text);
    void begin(std::string_view name) {
        json_ += json_.empty() ? '{' : ',';
        append_json_string(json_, name);
        json_ += ':';
    }

    std::string json_;
};

}  // namespace evald::js
