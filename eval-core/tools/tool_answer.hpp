#pragma once

#include <string>
#include <utility>

namespace evald {

/// What a call of a tool came to: one complete JSON value on one line, or an error for the cell.
struct ToolAnswer {
    bool ok = true;
    std::string value_json = "null";
    std::string error;

    static ToolAnswer value(std::string json) { return {true, std::move(json), {}}; }
    static ToolAnswer failure(std::string message) { return {false, {}, std::move(message)}; }
};

}  // namespace evald
