#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace evald::js {

/// One step through bytes that may be UTF-8 or CESU-8 (the engine keeps astral characters as two surrogates of three
/// bytes each). What is neither, a lone surrogate included, reads as U+FFFD.
struct DecodedCharacter {
    std::uint32_t code_point;
    std::size_t length;   ///< bytes consumed, at least 1
    bool is_replacement;  ///< the bytes were no character
};
DecodedCharacter decode_character(std::string_view text, std::size_t position);

/// Appends a code point as UTF-8.
void append_utf8(std::string& out, std::uint32_t code_point);

/// What leaves the runner: valid UTF-8, whatever the engine held.
std::string to_utf8(std::string_view text);

/// What enters the engine: astral characters as surrogate pairs, so that `length` and indices count as in ECMAScript.
std::string to_script_text(std::string_view utf8);

/// Length in UTF-16 units, as scripts see it.
std::size_t utf16_length(std::string_view text);

/// The largest number of bytes, at most `limit`, that ends between two characters of `text`.
std::size_t character_boundary(std::string_view text, std::size_t limit);

}  // namespace evald::js
