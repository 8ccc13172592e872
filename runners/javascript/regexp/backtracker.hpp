#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "regexp/pattern.hpp"

namespace evald::js {

/// Does a set of characters ("[a-z]", "\d", ".") have this code point?
using CharacterTest = std::function<bool(std::uint32_t)>;

/// A matcher of our own for the patterns whose meaning PCRE2 does not share: groups that forget what they caught in each
/// turn of a loop, and lookbehind of any length, which matches from right to left. Slower; all others go to PCRE2.
class Backtracker {
public:
    /// `set_of` makes the test for the source of a set. The pattern is known to be valid.
    Backtracker(std::u16string_view source, const RegExpFlags& flags, const std::vector<std::string>& group_names,
                const std::function<CharacterTest(std::u16string_view)>& set_of);

    enum class Outcome { none, found, too_long };
    /// Looks for a match at `from` (only there if `is_sticky`) or later; `bounds` gets pairs, -1 for groups not set.
    Outcome match(std::u16string_view subject, std::size_t from, bool is_sticky,
                  std::vector<std::ptrdiff_t>& bounds) const;

    /// Could PCRE2 keep what a group caught in an earlier turn of a loop?
    static bool is_needed(std::u16string_view source);

    /// What a character is compared as: without regard to case, if the flags say so.
    static std::uint32_t folded(std::uint32_t c, const RegExpFlags& flags);

    struct Instruction {
        enum class Kind {
            set,             ///< one character of set `a`
            character,       ///< the character `a`
            split,           ///< go on at `a`, else at `b`
            jump,            ///< to `a`
            save,            ///< the position, in slot `a`
            forget,          ///< groups `a` to `b`, the latter not included
            note,            ///< the position, in mark `a`
            check_progress,  ///< fails where mark `a` is the position
            reference,       ///< what group `a` caught
            line_start,
            line_end,
            boundary,
            no_boundary,
            look,  ///< the program at the next instruction; on at `a`; `b`: 1 must fail, 2 looks back
            done
        } kind;
        std::int64_t a = 0;
        std::int64_t b = 0;
        bool is_backward = false;
    };

private:
    friend class BacktrackerCompiler;
    friend class BacktrackerRun;

    std::vector<Instruction> program_;
    std::vector<CharacterTest> sets_;
    std::size_t group_count_ = 1;
    std::size_t mark_count_ = 0;
    RegExpFlags flags_;
};

}  // namespace evald::js
