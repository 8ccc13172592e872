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

std::size_t skip_space_back(std::string_view text, std::size_t end) {
    while (end > 0 && std::isspace(static_cast<unsigned char>(text[end - 1])) != 0) {
        --end;
    }
    return end;
}

std::string_view word_before(std::string_view text, std::size_t end) {
    std::size_t begin = end;
    while (begin > 0 && is_letter(text[begin - 1])) {
        --begin;
    }
    return text.substr(begin, end - begin);
}

/// Does a text end with a value, behind which an operator may stand?
bool ends_with_value(std::string_view text) {
    const std::size_t end = skip_space_back(text, text.size());
    if (end == 0) {
        return false;
    }
    const std::string_view word = word_before(text, end);
    constexpr std::array<std::string_view, 5> k_values{"this", "null", "true", "false", "super"};
    if (!word.empty()) {
        return !is_reserved(word) || std::find(k_values.begin(), k_values.end(), word) != k_values.end();
    }
    return std::strchr(")]}\"'`", text[end - 1]) != nullptr;
}

bool is_assignment(std::string_view rest) {
    const std::string_view sign = punctuator(rest);
    constexpr std::array<std::string_view, 6> k_comparisons{"==", "===", "!=", "!==", "<=", ">="};
    return sign.back() == '=' && std::find(k_comparisons.begin(), k_comparisons.end(), sign) == k_comparisons.end();
}

/// Where the sign begins of which the grammar, that expected an operator, read only the first characters: `+=` as `+`.
std::size_t start_of_sign(std::string_view text, std::size_t at) {
    while (text[at] == '=' && at > 0 && std::strchr("+-*/%&|^?<>", text[at - 1]) != nullptr) {
        --at;
        while (at > 0 && text[at - 1] == text[at]) {
            --at;
        }
    }
    return at;
}

/// The value before an assignment that is none to assign to, where the text ends with one: `1`, `"a"`, `x[0] + b`.
std::optional<std::size_t> misplaced_target(std::string_view text) {
    const std::size_t end = skip_space_back(text, text.size());
    if (!ends_with_value(text) || text[end - 1] == ')' || text[end - 1] == '}') {
        return std::nullopt;
    }
    const std::string_view word = word_before(text, end);
    if (word == "await") {
        return std::nullopt;
    }
    const std::size_t begin = end - std::max<std::size_t>(word.size(), 1);
    const std::string_view declares = word_before(text, skip_space_back(text, begin));
    constexpr std::array<std::string_view, 5> k_declare{"var", "let", "const", "class", "function"};
    const bool is_declared = std::find(k_declare.begin(), k_declare.end(), declares) != k_declare.end();
    return is_declared ? std::nullopt : std::optional(begin);
}

/// Where the grammar took a reserved word for a name, as it does when no statement begins with that word there.
std::optional<std::size_t> misplaced_word(std::string_view text, TSNode node, std::size_t until) {
    if (ts_node_start_byte(node) > until) {
        return std::nullopt;
    }
    const std::size_t begin = ts_node_start_byte(node);
    const std::string_view word = text.substr(begin, ts_node_end_byte(node) - begin);
    if (std::strcmp(ts_node_type(node), "identifier") == 0 && word != "yield" && word != "static" &&
        (is_reserved(word) || word == "enum")) {
        return begin;
    }
    for (std::uint32_t i = 0; i < ts_node_child_count(node); ++i) {
        if (auto found = misplaced_word(text, ts_node_child(node, i), until)) {
            return found;
        }
    }
    return std::nullopt;
}

/// What V8 says where the token at `at` can't stand.
SyntaxFault describe_at(std::string_view text, std::size_t at) {
    const std::string_view before = text.substr(0, at);
    const std::size_t sign = start_of_sign(text, at);
    if (is_assignment(text.substr(sign))) {
        if (const auto target = misplaced_target(text.substr(0, sign))) {
            return fault_at(text, *target, "Invalid left-hand side in assignment");
        }
    }
    if (ends_with_value(before) && is_in_arguments(before)) {
        return fault_at(text, at, "missing ) after argument list");
    }
    return fault_at(text, at, describe(text.substr(at)));
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
    if (const auto word = misplaced_word(text, ts_tree_root_node(parsed.get()), at)) {
        at = *word;
        return fault_at(text, at, describe(text.substr(at)));
    }
    return describe_at(text, at);
}

}  // namespace evald::js
