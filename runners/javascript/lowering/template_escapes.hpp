#pragma once

#include <cstddef>
#include <string_view>

namespace evald::js {

/// What is wrong with the escape sequence whose backslash stands at `at` in a template, in V8's words; null if nothing.
/// A tagged template may have such ones: its function gets undefined for that text.
const char* template_escape_fault(std::string_view text, std::size_t at);

/// The same for the first wrong one in a template's text.
const char* template_text_fault(std::string_view text);

}  // namespace evald::js
