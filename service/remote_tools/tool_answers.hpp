#pragma once

#include "remote_tools/http_call.hpp"
#include "tools/tool_answer.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace evald::service {

/// `text` as compact JSON on one line, if that is what it is.
[[nodiscard]] std::optional<std::string> compact_json(std::string_view text);

/// What the answer of a tool's server means for the cell: JSON is the value, other text a string, nothing null; a status
/// that is no success is an error that tells it and the beginning of the body.
[[nodiscard]] ToolAnswer read_tool_answer(const OutboundAnswer& answer);

/// "answered 500: …" for an answer whose status is no success.
[[nodiscard]] std::string refusal_text(const OutboundAnswer& answer);

}  // namespace evald::service
