#pragma once

#include <string>
#include <string_view>

namespace evald::js {

/// Appends `text` (UTF-8 or the engine's CESU-8) as the inside of a JSON string: valid UTF-8, everything escaped that
/// must be. This is the hot path of output, hence by hand.
void append_json_escaped(std::string& out, std::string_view text);

/// The same with the quotes around it.
void append_json_string(std::string& out, std::string_view text);

/// Appends a number as JSON has it; NaN and the infinities become null.
void append_json_number(std::string& out, double value);

}  // namespace evald::js
