#pragma once

#include "api/object_reader.hpp"
#include "tools/tool_answer.hpp"

#include <string>
#include <string_view>

namespace evald::service {

/// A caller's answer to a tool call: {callId, ok: true, value} or {callId, ok: false, error}.
struct ToolResultBody {
    std::string call_id;
    ToolAnswer answer;
};

/// Reads those members; whatever else stands in the object is the reader's caller's business. `text` is what the object
/// was parsed from: the value is passed on as it was written there, so that 1.0 stays 1.0. Faults go to the reader.
ToolResultBody read_tool_result(const ObjectReader& reader, std::string_view text);

}  // namespace evald::service
