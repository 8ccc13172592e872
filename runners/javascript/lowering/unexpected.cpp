#include "lowering/unexpected.hpp"

#include <tree_sitter/api.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#include "lowering/unfinished.hpp"

extern "C" const TSLanguage* tree_sitter_javascript();

namespace evald::js {

namespace {

/// How far the parser came: it tries several readings at once, and gives up when the last of them fails.
struct Watch {
    TSPoint at{};
    TSPoint furthest{};
    bool has_failed = false;
    bool has_given_up = false;
};

bool is_before(TSPoint a, TSPoint b) { return a.row < b.row || (a.row == b.row && a.column < b.column); }

std::uint32_t number_after(const char* message, const char* name) {
    const char* found = std::strstr(message, name);
    return found == nullptr ? 0 : static_cast<std::uint32_t>(std::strtoul(found + std::strlen(name), nullptr, 10));
}

void watch(void* payload, TSLogType type, const char* message) {
    Watch& seen = *static_cast<Watch*>(payload);
    const std::string_view text = message;
    if (type != TSLogTypeParse || seen.has_given_up) {
        return;
    }
    if (text.substr(0, 8) == "process ") {
        seen.at = {number_after(message, "row:"), number_after(message, "col:")};
    } else if (text.substr(0, 12) == "detect_error") {
        seen.furthest = !seen.has_failed || is_before(seen.furthest, seen.at) ? seen.at : seen.furthest;
        seen.has_failed = true;
    } else if (text.substr(0, 6) == "resume") {
        seen.has_given_up = seen.has_failed;
    }
}

std::size_t offset_of(std::string_view text, TSPoint point) {
    std::size_t line = 0;
    for (std::uint32_t row = 0; row < point.row && line < text.size(); ++row) {
        line = std::min(text.find('\n', line), text.size() - 1) + 1;
    }
    return std::min(line + point.column, text.size());
}

std::size_t skip_space(std::string_view text, std::size_t at) {
    while (at < text.size()) {
        if (std::isspace(static_cast<unsigned char>(text[at])) != 0) {
            ++at;
        } else if (text.substr(at, 2) == "//") {
            at = std::min(text.find('\n', at), text.size());
        } else if (text.substr(at, 2) == "/*") {
            const std::size_t end = text.find("*/", at + 2);
            at = end == std::string_view::npos ? text.size() : end + 2;
        } else {
            break;
        }
    }
    return at;
}

bool is_letter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' ||
           (static_cast<unsigned char>(c) & 0x80U) != 0;
}
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

bool is_reserved(std::string_view word) {
    constexpr std::array<std::string_view, 37> k_words{
        "break",      "case",   "catch",   "class",  "const",   "continue", "debugger", "default", "delete", "do",
        "else",       "export", "extends", "false",  "finally", "for",      "function", "if",      "import", "in",
        "instanceof", "new",    "null",    "return", "super",   "switch",   "this",     "throw",   "true",   "try",
        "typeof",     "var",    "void",    "while",  "with",    "yield",    "static"};
    return std::find(k_words.begin(), k_words.end(), word) != k_words.end();
}

std::string_view punctuator(std::string_view rest) {
    constexpr std::array<std::string_view, 35> k_long{
        ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "?\?=", "=>",
        "==",   "!=",  "<=",  ">=",  "&&",  "||",  "??",  "?.",  "++",  "--",  "+=",   "-=",
        "*=",   "/=",  "%=",  "&=",  "|=",  "^=",  "**",  "<<",  ">>",  "::",  "##"};
    for (const std::string_view candidate : k_long) {
        if (rest.substr(0, candidate.size()) == candidate) {
            return candidate;
        }
    }
    return rest.substr(0, 1);
}

std::string describe_word(std::string_view rest) {
    const auto* const end = std::find_if_not(rest.begin(), rest.end(), is_letter);
    const std::string word(rest.begin(), end);
    if (word == "enum") {
        return "Unexpected reserved word";
    }
    return (is_reserved(word) ? "Unexpected token '" : "Unexpected identifier '") + word + "'";
}

/// Digits with a letter behind them that belongs to no number.
bool is_stuck_to_name(std::string_view rest) {
    const auto* const end = std::find_if_not(rest.begin(), rest.end(), is_digit);
    return end != rest.end() && is_letter(*end) && std::strchr("exobnEXOB_", *end) == nullptr;
}

/// What V8 says about the token that `rest` begins with.
std::string describe(std::string_view rest) {
    const char c = rest[0];
    if (c == '"' || c == '\'') {
        return "Unexpected string";
    }
    if (c == '`') {
        return "Unexpected template string";
    }
    if (is_digit(c) || (c == '.' && rest.size() > 1 && is_digit(rest[1]))) {
        return is_stuck_to_name(rest) ? "Invalid or unexpected token" : "Unexpected number";
    }
    if (is_letter(c)) {
        return describe_word(rest);
    }
    if (c == '\\' && rest.size() > 1 && (rest[1] == 'u' || rest[1] == 'x')) {
        return rest[1] == 'u' ? "Invalid Unicode escape sequence" : "Invalid hexadecimal escape sequence";
    }
    if (std::strchr("#@\\", c) != nullptr || static_cast<unsigned char>(c) < ' ') {
        return "Invalid or unexpected token";
    }
    if (c == '/' && rest.substr(0, 2) != "/=") {
        return "Invalid regular expression: missing /";
    }
    return "Unexpected token '" + std::string(punctuator(rest)) + "'";
}

struct Closer {
    void operator()(TSParser* parser) const { ts_parser_delete(parser); }
    void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};

}  // namespace

std::optional<SyntaxFault> unexpected_token(std::string_view text) {
    const std::unique_ptr<TSParser, Closer> parser(ts_parser_new());
    ts_parser_set_language(parser.get(), tree_sitter_javascript());
    Watch seen;
    ts_parser_set_logger(parser.get(), {&seen, watch});
    const std::unique_ptr<TSTree, Closer> parsed(
        ts_parser_parse_string(parser.get(), nullptr, text.data(), static_cast<std::uint32_t>(text.size())));
    if (!seen.has_failed) {
        return std::nullopt;
    }
    std::size_t at = skip_space(text, offset_of(text, seen.furthest));
    if (at >= text.size()) {
        return fault_at_end(text, "Unexpected end of input");
    }
    if (at > 0 && is_letter(text[at]) && is_letter(text[at - 1])) {  // a number that a name is stuck to
        while (at > 0 && is_letter(text[at - 1])) {
            --at;
        }
        return fault_at(text, at, "Invalid or unexpected token");
    }
    return fault_at(text, at, describe(text.substr(at)));
}

}  // namespace evald::js
