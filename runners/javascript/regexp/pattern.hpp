#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace evald::js {

/// Flags of a regular expression, as ECMAScript has them.
struct RegExpFlags {
    bool ignore_case = false;
    bool multiline = false;
    bool dot_all = false;
    bool unicode = false;
};

/// A pattern that ECMAScript does not allow, or that can't be had here.
class PatternError : public std::exception {
public:
    explicit PatternError(std::string message) : message_(std::move(message)) {}
    const char* what() const noexcept override { return message_.c_str(); }

private:
    std::string message_;
};

struct TranslatedPattern {
    std::u16string text;                   ///< for PCRE2
    std::vector<std::string> group_names;  ///< by number from 1; "" for groups without a name
    bool has_wide_letters = false;         ///< letters beyond ASCII: case folding needs Unicode's tables
};

/// ECMAScript's syntax into PCRE2's: same meaning, other spelling. Whatever PCRE2 would read as one of its own extensions
/// is refused or written out.
TranslatedPattern translate_pattern(std::u16string_view source, const RegExpFlags& flags);

}  // namespace evald::js
