#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "regexp/pattern.hpp"

namespace evald::js {

inline bool is_digit(char16_t c) { return c >= u'0' && c <= u'9'; }
inline bool is_letter(char16_t c) { return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z'); }
inline std::u16string widened(std::string_view text) { return {text.begin(), text.end()}; }

/// The members of `\s` in a class of PCRE2's.
inline constexpr std::u16string_view k_space_members =
    u"\\x{9}-\\x{d}\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";

/// One pass over a pattern, writing PCRE2's spelling as it goes.
class Translator {
public:
    Translator(std::u16string_view source, const RegExpFlags& flags);

    TranslatedPattern run();

private:
    [[noreturn]] static void fail(const std::string& reason) { throw PatternError(reason); }

    char16_t peek(std::size_t ahead = 0) const { return at_ + ahead < source_.size() ? source_[at_ + ahead] : u'\0'; }
    bool rest_begins(std::u16string_view text) const { return source_.substr(at_, text.size()) == text; }
    void out(std::u16string_view text) { result_.text += text; }
    void out_code(std::uint32_t code);
    void out_character(char16_t c);

    /// Groups must be known before \1 or \k can be read.
    void count_groups();

    void term();

    void open_group();

    void close_group();

    std::string group_name();

    bool is_counted() const;

    void quantifier();

    /// PCRE2 counts to 65535; more is as good as endless.
    void counted(std::u16string_view body);

    std::uint32_t hex_digits(std::size_t count, bool& is_valid);

    std::uint32_t unicode_escape(bool& is_valid);

    /// An escape that stands for one character, outside and inside classes; the letter is at at_.
    std::uint32_t character_escape();

    void escape();

    void named_reference();

    std::uint32_t number_of(const std::string& name) const;

    bool numbered_reference();

    std::u16string property();

    void character_class();

    /// One member or range; -1 as the code of a member that is a set.
    std::int64_t class_atom();

    std::u16string largest() const { return flags_.unicode ? u"\\x{10ffff}" : u"\\x{ffff}"; }

    void class_member();
    void class_range(std::uint32_t first, std::uint32_t last);

    std::u16string_view source_;
    RegExpFlags flags_;
    TranslatedPattern result_;
    std::size_t at_ = 0;
    std::uint32_t group_count_ = 0;
    bool has_names_ = false;
    bool can_repeat_ = false;
    int depth_ = 0;
    std::vector<bool> groups_;  ///< open ones: an assertion?
};

}  // namespace evald::js
