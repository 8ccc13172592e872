#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace evald {

/// How many bytes at the start of `text` are ASCII. Fast: decoding and validation skip over plain text with it.
std::size_t ascii_prefix(std::string_view text);

bool is_valid_utf8(std::string_view text);

/// The length of the longest prefix of `text` that is at most `max` bytes and does not end inside a character.
/// `text` is valid UTF-8; of other bytes at most three are given up.
std::size_t utf8_safe_cut(std::string_view text, std::size_t max);

/// True for the second and later bytes of a character.
constexpr bool is_utf8_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

/// Appends a code point; U+FFFD for a surrogate or a number beyond U+10FFFF.
void append_code_point(std::string& out, char32_t code_point);

/// The code point that starts at `at`, which is moved behind it; U+FFFD for a maximal invalid part.
/// `at` must be less than `text.size()`.
char32_t next_code_point(std::string_view text, std::size_t& at);

/// Turns bytes that come in pieces into valid UTF-8.
///
/// Each maximal part of an ill-formed sequence becomes one U+FFFD (Unicode's and WHATWG's practice). A character whose
/// end has not come yet is held back (at most three bytes) until the next piece or flush(). One decoder a byte stream.
class Utf8Decoder {
public:
    /// Appends to `out` what `bytes` completes.
    void decode(std::string_view bytes, std::string& out);
    /// The stream is over: a character held back becomes U+FFFD. The decoder can be used anew.
    void flush(std::string& out);

private:
    std::size_t resume(std::string_view bytes, std::string& out);

    std::array<char, 4> held_{};
    std::size_t held_size_ = 0;
};

}  // namespace evald
