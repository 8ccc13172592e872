#include "lowering/unfinished.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <vector>

#include "lowering/template_escapes.hpp"

namespace evald::js {

namespace {

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }

}  // namespace

SyntaxFault fault_at(std::string_view text, std::size_t at, std::string message) {
    const std::string_view before = text.substr(0, at);
    const std::size_t line_start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    const auto is_first_byte = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
    SyntaxFault fault;
    fault.message = std::move(message);
    fault.line = 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    fault.column = 1 + static_cast<std::size_t>(std::count_if(before.begin() + static_cast<std::ptrdiff_t>(line_start),
                                                              before.end(), is_first_byte));
    return fault;
}

SyntaxFault fault_at_end(std::string_view text, std::string message) {
    std::size_t end = text.size();
    while (end > 0 && std::isspace(static_cast<unsigned char>(text[end - 1])) != 0) {
        --end;
    }
    return fault_at(text, end, std::move(message));
}

namespace {

/// Goes through a text once and keeps what is open.
class Scan {
public:
    explicit Scan(std::string_view text) : text_(text) {}

    std::optional<SyntaxFault> run() {
        while (at_ < text_.size()) {
            const std::size_t begin = at_;
            if (!step()) {
                return std::nullopt;
            }
            if (is_broken_) {
                return fault_at(text_, begin, "Invalid or unexpected token");
            }
        }
        return open_.empty() ? std::nullopt : std::optional(at_end());
    }

    /// After run(): is the innermost that is open the list of a call's arguments?
    bool ends_in_arguments() const { return !open_.empty() && open_.back().bracket == '(' && open_.back().is_argument; }

    const std::vector<std::size_t>& wrong_escapes() const { return wrong_escapes_; }

private:
    struct Opening {
        char bracket;      ///< '$' for the `${` of a template
        bool is_argument;  ///< of a call
    };

    /// False: something is closed that is not open.
    bool step() {
        const char c = text_[at_];
        if (!open_.empty() && open_.back().bracket == '`') {
            step_template(c);
            return true;
        }
        ++at_;
        switch (c) {
            case '"':
            case '\'': skip_string(c); break;
            case '`':
            case '[':
            case '{': open_.push_back({c, false}); break;
            case '(': open_.push_back({c, ends_callee()}); break;
            case ')': return close("(");
            case ']': return close("[");
            case '}': return close("{$");
            case '/': skip_slash(); break;
            default: break;
        }
        if (std::isspace(static_cast<unsigned char>(c)) == 0) {
            last_ = c;
        }
        return true;
    }

    void step_template(char c) {
        if (c == '\\' && template_escape_fault(text_, at_) != nullptr) {
            wrong_escapes_.push_back(at_);
        }
        at_ += c == '\\' ? 2 : 1;
        if (c == '`') {
            open_.pop_back();
            last_ = '`';
        } else if (c == '$' && at_ < text_.size() && text_[at_] == '{') {
            ++at_;
            open_.push_back({'$', false});
            last_ = '{';
        }
    }

    bool close(std::string_view openings) {
        if (open_.empty() || openings.find(open_.back().bracket) == std::string_view::npos) {
            return false;
        }
        open_.pop_back();
        last_ = ')';
        return true;
    }

    void skip_string(char quote) {
        while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
            at_ += text_[at_] == '\\' ? 2 : 1;
        }
        is_broken_ = at_ >= text_.size() || text_[at_] == '\n';
        ++at_;
    }

    void skip_slash() {
        const char next = at_ < text_.size() ? text_[at_] : '\0';
        if (next == '/') {
            at_ = std::min(text_.find('\n', at_), text_.size());
        } else if (next == '*') {
            const std::size_t end = text_.find("*/", at_ + 1);
            at_ = end == std::string_view::npos ? text_.size() : end + 2;
        } else if (!is_letter(last_) && last_ != ')' && last_ != ']' && last_ != '"' && last_ != '\'' && last_ != '`') {
            skip_regular_expression();
        }
    }

    void skip_regular_expression() {
        bool in_set = false;
        for (; at_ < text_.size() && text_[at_] != '\n' && (in_set || text_[at_] != '/'); ++at_) {
            in_set = text_[at_] == '[' || (in_set && text_[at_] != ']');
            at_ += text_[at_] == '\\' ? 1 : 0;
        }
        ++at_;
    }

    /// Does a callee stand before the bracket that was just read, not a keyword?
    bool ends_callee() const {
        constexpr std::array<std::string_view, 7> k_keywords{"if",   "for",   "while",   "switch",
                                                             "with", "catch", "function"};
        std::size_t end = at_ - 1;
        while (end > 0 && (text_[end - 1] == ' ' || text_[end - 1] == '\t')) {
            --end;
        }
        std::size_t begin = end;
        while (begin > 0 && is_letter(text_[begin - 1])) {
            --begin;
        }
        const std::string_view word = text_.substr(begin, end - begin);
        constexpr std::string_view k_function = "function ";
        if (begin >= k_function.size() && text_.substr(begin - k_function.size(), k_function.size()) == k_function) {
            return false;
        }
        const bool is_keyword = std::find(k_keywords.begin(), k_keywords.end(), word) != k_keywords.end();
        return word.empty() ? end > 0 && (text_[end - 1] == ')' || text_[end - 1] == ']') : !is_keyword;
    }

    SyntaxFault at_end() const {
        const Opening& innermost = open_.back();
        if (innermost.bracket == '`') {
            return fault_at_end(text_, "Unterminated template literal");
        }
        return fault_at_end(text_, innermost.is_argument ? "missing ) after argument list" : "Unexpected end of input");
    }

    std::string_view text_;
    std::vector<std::size_t> wrong_escapes_;
    std::size_t at_ = 0;
    char last_ = '\0';  ///< the last character that is no space
    bool is_broken_ = false;
    std::vector<Opening> open_;
};

}  // namespace

std::optional<SyntaxFault> unfinished(std::string_view text) { return Scan(text).run(); }

bool is_in_arguments(std::string_view text) {
    Scan scan(text);
    (void)scan.run();
    return scan.ends_in_arguments();
}

std::vector<std::size_t> wrong_template_escapes(std::string_view text) {
    Scan scan(text);
    (void)scan.run();
    return scan.wrong_escapes();
}

}  // namespace evald::js
