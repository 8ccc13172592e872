#pragma once

#include <string>
#include <string_view>

namespace evald::js {

/// An identifier as it is meant: `\u0061` and `\u{61}` become the characters they stand for, in UTF-8.
std::string without_escapes(std::string_view identifier);

/// A string literal for the engine, which takes U+2028 and U+2029 for ends of lines.
std::string with_escaped_separators(std::string_view literal);

/// Can the engine read the name as it is? It knows the letters of ASCII for certain.
bool is_plain_name(std::string_view name);

/// A name for a variable of ours that stands for one with other letters.
std::string plain_name(std::string_view name);

/// A string literal with this value, which is UTF-8.
std::string string_literal(std::string_view value);

}  // namespace evald::js
