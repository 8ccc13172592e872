#include "lowering/nesting.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>

namespace evald::js {

namespace {

constexpr std::size_t k_most_brackets = 10'000;
constexpr std::size_t k_most_heads = 30'000;  // operators, labels, `if (x)` and so on, one within the other

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }

bool begins_statement(std::string_view word) {
    constexpr std::array<std::string_view, 6> k_words{"if", "else", "for", "while", "do", "with"};
    return std::find(k_words.begin(), k_words.end(), word) != k_words.end();
}

}  // namespace

bool nests_too_deeply(std::string_view text) {
    if (text.size() < k_most_brackets) {
        return false;
    }
    std::size_t brackets = 0;
    std::size_t operators = 0;
    std::size_t heads = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        switch (const char c = text[i]) {
            case '(':
            case '[':
            case '{': ++brackets; break;
            case ')':
            case ']':
            case '}': brackets -= brackets > 0 ? 1 : 0; [[fallthrough]];
            case ',': operators = 0; break;
            case ';': operators = heads = 0; break;
            case ':': ++heads; break;
            default: {
                if (!is_letter(c)) {
                    operators += c > ' ' ? 1 : 0;
                    break;
                }
                const std::size_t begin = i;
                while (i + 1 < text.size() && is_letter(text[i + 1])) {
                    ++i;
                }
                const std::string_view word = text.substr(begin, i + 1 - begin);
                heads += begins_statement(word) ? 1 : 0;
                operators += word == "new" || word == "await" || word == "typeof" || word == "void" ? 1 : 0;
            }
        }
        heads = text[i] == '}' ? 0 : heads;
        if (brackets > k_most_brackets || operators > k_most_heads || heads > k_most_heads) {
            return true;
        }
    }
    return false;
}

}  // namespace evald::js
