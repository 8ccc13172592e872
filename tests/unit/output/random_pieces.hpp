#pragma once

#include "base/utf8.hpp"

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace evald::test {

/// `count` of `alphabet`, in random order.
inline std::string random_text(std::mt19937& random, const std::vector<std::string>& alphabet, std::size_t count) {
    std::string text;
    for (; count > 0; --count) text += alphabet[random() % alphabet.size()];
    return text;
}

/// Cuts valid UTF-8 into pieces of up to about `longest` bytes, never inside a character.
inline std::vector<std::string_view> random_pieces(std::mt19937& random, std::string_view text, std::size_t longest) {
    std::vector<std::string_view> pieces;
    while (!text.empty()) {
        std::size_t size = 1 + random() % longest;
        while (size < text.size() && is_utf8_continuation(text[size])) ++size;
        pieces.push_back(text.substr(0, size));
        text.remove_prefix(pieces.back().size());
    }
    return pieces;
}

}  // namespace evald::test
