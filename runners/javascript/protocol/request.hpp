#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace evald::js {

/// Run a cell. Everything is UTF-8.
struct RunCell {
    std::string id;
    std::string code;
    bool silent = false;
    bool store_history = true;
    std::optional<std::string> cwd;
    std::vector<std::pair<std::string, std::optional<std::string>>> env;  ///< no value: take the variable away
};

/// Put back the working directory and environment that requests replaced.
struct Restore {};

/// The answer to a `tool` frame. `value` is JSON as it came, `error` script text.
struct ToolResult {
    std::string call_id;
    bool ok = false;
    std::string value;
    std::string error;
};

/// The host has handled every frame before the barrier of this number.
struct BarrierReached {
    double number = 0;
};

struct Ping {};
struct Exit {};

using Request = std::variant<RunCell, Restore, ToolResult, BarrierReached, Ping, Exit>;

/// Nothing if the line is no JSON object or of no known kind; such lines are ignored.
std::optional<Request> parse_request(std::string_view line);

}  // namespace evald::js
