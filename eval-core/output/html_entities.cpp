#include "output/html_entities.hpp"

#include "base/utf8.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace evald {
namespace {

using NamedCharacter = std::pair<std::string_view, char32_t>;

// Sorted by name.
constexpr std::array k_names = std::to_array<NamedCharacter>({
    {"Alpha", 0x391},   {"Beta", 0x392},    {"Delta", 0x394},  {"Gamma", 0x393},  {"Lambda", 0x39B},  {"Omega", 0x3A9},
    {"Phi", 0x3A6},     {"Pi", 0x3A0},      {"Psi", 0x3A8},    {"Sigma", 0x3A3},  {"Theta", 0x398},   {"Uuml", 0xDC},
    {"alpha", 0x3B1},   {"amp", '&'},       {"apos", '\''},    {"asymp", 0x2248}, {"auml", 0xE4},     {"beta", 0x3B2},
    {"bull", 0x2022},   {"cent", 0xA2},     {"check", 0x2713}, {"chi", 0x3C7},    {"copy", 0xA9},     {"darr", 0x2193},
    {"deg", 0xB0},      {"delta", 0x3B4},   {"divide", 0xF7},  {"eacute", 0xE9},  {"egrave", 0xE8},   {"emsp", 0x2003},
    {"ensp", 0x2002},   {"epsilon", 0x3B5}, {"equiv", 0x2261}, {"eta", 0x3B7},    {"euro", 0x20AC},   {"frac12", 0xBD},
    {"frac14", 0xBC},   {"frac34", 0xBE},   {"gamma", 0x3B3},  {"ge", 0x2265},    {"gt", '>'},        {"harr", 0x2194},
    {"hellip", 0x2026}, {"iexcl", 0xA1},    {"infin", 0x221E}, {"int", 0x222B},   {"iota", 0x3B9},    {"iquest", 0xBF},
    {"kappa", 0x3BA},   {"lambda", 0x3BB},  {"laquo", 0xAB},   {"larr", 0x2190},  {"lbrace", '{'},    {"lbrack", '['},
    {"ldquo", 0x201C},  {"le", 0x2264},     {"lsquo", 0x2018}, {"lt", '<'},       {"mdash", 0x2014},  {"micro", 0xB5},
    {"middot", 0xB7},   {"minus", 0x2212},  {"mu", 0x3BC},     {"nabla", 0x2207}, {"nbsp", 0xA0},     {"ndash", 0x2013},
    {"ne", 0x2260},     {"not", 0xAC},      {"nu", 0x3BD},     {"omega", 0x3C9},  {"ouml", 0xF6},     {"para", 0xB6},
    {"part", 0x2202},   {"permil", 0x2030}, {"phi", 0x3C6},    {"pi", 0x3C0},     {"plusmn", 0xB1},   {"pound", 0xA3},
    {"prime", 0x2032},  {"prod", 0x220F},   {"psi", 0x3C8},    {"quot", '"'},     {"radic", 0x221A},  {"raquo", 0xBB},
    {"rarr", 0x2192},   {"rbrace", '}'},    {"rbrack", ']'},   {"rdquo", 0x201D}, {"reg", 0xAE},      {"rho", 0x3C1},
    {"rsquo", 0x2019},  {"sect", 0xA7},     {"shy", 0xAD},     {"sigma", 0x3C3},  {"sum", 0x2211},    {"sup2", 0xB2},
    {"sup3", 0xB3},     {"szlig", 0xDF},    {"tau", 0x3C4},    {"theta", 0x3B8},  {"thinsp", 0x2009}, {"times", 0xD7},
    {"trade", 0x2122},  {"uarr", 0x2191},   {"uuml", 0xFC},    {"xi", 0x3BE},     {"yen", 0xA5},      {"zeta", 0x3B6},
});
static_assert(std::is_sorted(k_names.begin(), k_names.end()));

std::optional<char32_t> numeric_character(std::string_view digits) {
    int base = 10;
    if (!digits.empty() && (digits.front() == 'x' || digits.front() == 'X')) {
        base = 16;
        digits.remove_prefix(1);
    }
    std::uint32_t number = 0;
    const char* const end = digits.data() + digits.size();
    const auto parsed = std::from_chars(digits.data(), end, number, base);
    if (parsed.ptr != end || digits.empty()) return std::nullopt;
    if (parsed.ec != std::errc() || number == 0) return 0xFFFD;
    return static_cast<char32_t>(number);
}

/// `name` is what stands between & and ;.
std::optional<char32_t> character(std::string_view name) {
    if (name.starts_with('#')) return numeric_character(name.substr(1));
    const auto* const found = std::lower_bound(k_names.begin(), k_names.end(), NamedCharacter{name, 0});
    if (found == k_names.end() || found->first != name) return std::nullopt;
    return found->second;
}

}  // namespace

void append_decoded(std::string& out, std::string_view text) {
    constexpr std::size_t longest_name = 16;
    for (;;) {
        const std::size_t ampersand = text.find('&');
        out += text.substr(0, ampersand);
        if (ampersand == std::string_view::npos) return;
        text.remove_prefix(ampersand);
        const std::size_t semicolon = text.substr(0, longest_name + 2).find(';');
        std::optional<char32_t> decoded;
        if (semicolon != std::string_view::npos) decoded = character(text.substr(1, semicolon - 1));
        if (decoded) {
            append_code_point(out, *decoded);
            text.remove_prefix(semicolon + 1);
        } else {
            out += '&';
            text.remove_prefix(1);
        }
    }
}

}  // namespace evald
