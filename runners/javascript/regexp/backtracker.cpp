#include "regexp/backtracker.hpp"

#include <utf8proc.h>

#include <algorithm>

namespace evald::js {

namespace {

using Kind = Backtracker::Instruction::Kind;

bool is_high(char16_t c) { return c >= 0xD800 && c <= 0xDBFF; }
bool is_low(char16_t c) { return c >= 0xDC00 && c <= 0xDFFF; }
bool is_line_end(char16_t c) { return c == u'\n' || c == u'\r' || c == 0x2028 || c == 0x2029; }
bool is_word(char16_t c) {
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9') || c == u'_';
}

}  // namespace

/// As toUpperCase has it without u, as case folding with it.
std::uint32_t Backtracker::folded(std::uint32_t c, const RegExpFlags& flags) {
    if (!flags.ignore_case) {
        return c;
    }
    if (flags.unicode) {
        const auto lower = static_cast<std::uint32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c)));
        return c == 0x1E9E ? 0xDF : lower;
    }
    const auto upper = static_cast<std::uint32_t>(utf8proc_toupper(static_cast<utf8proc_int32_t>(c)));
    return c >= 0x80 && upper < 0x80 ? c : upper;
}

/// One match: a program counter, a position, and what to undo when a way was wrong.
class BacktrackerRun {
public:
    BacktrackerRun(const Backtracker& pattern, std::u16string_view subject)
        : pattern_(pattern), subject_(subject), slots_(pattern.group_count_ * 2, -1), marks_(pattern.mark_count_, 0) {}

    bool run(std::size_t pc, std::size_t at) {
        const std::size_t base = trail_.size();
        for (;;) {
            if (++steps_ > k_most_steps || trail_.size() > k_most_trail) {
                is_too_long_ = true;
                return false;
            }
            const Backtracker::Instruction& it = pattern_.program_[pc];
            if (it.kind == Kind::done) {
                end_ = at;
                drop_branches(base);
                return true;
            }
            if (!step(it, pc, at) && (is_too_long_ || !back(base, pc, at))) {
                return false;
            }
        }
    }

    bool is_too_long() const { return is_too_long_; }
    std::size_t end() const { return end_; }
    std::vector<std::ptrdiff_t>& slots() { return slots_; }

private:
    static constexpr std::size_t k_most_steps = 50'000'000;
    static constexpr std::size_t k_most_trail = 20'000'000;

    struct Undo {
        enum class What { branch, slot, mark } what;
        std::size_t where;
        std::ptrdiff_t value;
    };

    void set_slot(std::size_t slot, std::ptrdiff_t value) {
        if (slots_[slot] != value) {
            trail_.push_back({Undo::What::slot, slot, slots_[slot]});
            slots_[slot] = value;
        }
    }

    void set_mark(std::size_t mark, std::ptrdiff_t value) {
        trail_.push_back({Undo::What::mark, mark, marks_[mark]});
        marks_[mark] = value;
    }

    /// Back to the last branch above `base`.
    bool back(std::size_t base, std::size_t& pc, std::size_t& at) {
        while (trail_.size() > base) {
            const Undo undo = trail_.back();
            trail_.pop_back();
            switch (undo.what) {
                case Undo::What::branch:
                    pc = undo.where;
                    at = static_cast<std::size_t>(undo.value);
                    return true;
                case Undo::What::slot: slots_[undo.where] = undo.value; break;
                case Undo::What::mark: marks_[undo.where] = undo.value; break;
            }
        }
        return false;
    }

    /// What a lookaround found stays, but its other ways are closed.
    void drop_branches(std::size_t base) {
        const auto first = trail_.begin() + static_cast<std::ptrdiff_t>(base);
        trail_.erase(
            std::remove_if(first, trail_.end(), [](const Undo& undo) { return undo.what == Undo::What::branch; }),
            trail_.end());
    }

    bool take(bool is_backward, std::size_t& at, std::uint32_t& c) const {
        if (is_backward ? at == 0 : at == subject_.size()) {
            return false;
        }
        if (is_backward) {
            c = subject_[--at];
            if (pattern_.flags_.unicode && at > 0 && is_low(subject_[at]) && is_high(subject_[at - 1])) {
                c = 0x10000 + ((static_cast<std::uint32_t>(subject_[at - 1]) - 0xD800) << 10U) + (c - 0xDC00);
                --at;
            }
            return true;
        }
        c = subject_[at++];
        if (pattern_.flags_.unicode && at < subject_.size() && is_high(static_cast<char16_t>(c)) &&
            is_low(subject_[at])) {
            c = 0x10000 + ((c - 0xD800) << 10U) + (static_cast<std::uint32_t>(subject_[at]) - 0xDC00);
            ++at;
        }
        return true;
    }

    bool refer(const Backtracker::Instruction& it, std::size_t& at) const {
        const auto group = static_cast<std::size_t>(it.a);
        if (slots_[2 * group] < 0 || slots_[2 * group + 1] < 0) {
            return true;
        }
        const auto begin = static_cast<std::size_t>(slots_[2 * group]);
        const std::size_t size = static_cast<std::size_t>(slots_[2 * group + 1]) - begin;
        if (it.is_backward ? at < size : subject_.size() - at < size) {
            return false;
        }
        const std::size_t other = it.is_backward ? at - size : at;
        for (std::size_t i = 0; i < size; ++i) {
            if (Backtracker::folded(subject_[begin + i], pattern_.flags_) !=
                Backtracker::folded(subject_[other + i], pattern_.flags_)) {
                return false;
            }
        }
        at = it.is_backward ? at - size : at + size;
        return true;
    }

    bool at_boundary(std::size_t at) const {
        const bool before = at > 0 && is_word(subject_[at - 1]);
        const bool after = at < subject_.size() && is_word(subject_[at]);
        return before != after;
    }

    bool look(const Backtracker::Instruction& it, std::size_t pc, std::size_t at) {
        const std::size_t base = trail_.size();
        const std::size_t end = end_;
        const bool found = run(pc + 1, at);
        end_ = end;
        const bool must_fail = (it.b & 1) != 0;
        if (found && must_fail) {
            std::size_t ignored = 0;
            back(base, ignored, ignored);
        }
        return found != must_fail;
    }

    bool step(const Backtracker::Instruction& it, std::size_t& pc, std::size_t& at) {
        std::uint32_t c = 0;
        const auto a = static_cast<std::size_t>(it.a);
        switch (it.kind) {
            case Kind::character:
                ++pc;
                return take(it.is_backward, at, c) &&
                       Backtracker::folded(c, pattern_.flags_) == static_cast<std::uint32_t>(it.a);
            case Kind::set: ++pc; return take(it.is_backward, at, c) && pattern_.sets_[a](c);
            case Kind::split:
                trail_.push_back({Undo::What::branch, static_cast<std::size_t>(it.b), static_cast<std::ptrdiff_t>(at)});
                pc = a;
                return true;
            case Kind::jump: pc = a; return true;
            case Kind::save:
                ++pc;
                set_slot(a, static_cast<std::ptrdiff_t>(at));
                return true;
            case Kind::forget:
                ++pc;
                for (std::size_t i = 2 * a; i < 2 * static_cast<std::size_t>(it.b); ++i) {
                    set_slot(i, -1);
                }
                return true;
            case Kind::note:
                ++pc;
                set_mark(a, static_cast<std::ptrdiff_t>(at));
                return true;
            case Kind::check_progress: ++pc; return marks_[a] != static_cast<std::ptrdiff_t>(at);
            case Kind::reference: ++pc; return refer(it, at);
            case Kind::line_start: ++pc; return at == 0 || (pattern_.flags_.multiline && is_line_end(subject_[at - 1]));
            case Kind::line_end:
                ++pc;
                return at == subject_.size() || (pattern_.flags_.multiline && is_line_end(subject_[at]));
            case Kind::boundary: ++pc; return at_boundary(at);
            case Kind::no_boundary: ++pc; return !at_boundary(at);
            case Kind::look: {
                const bool holds = look(it, pc, at);
                pc = a;
                return holds;
            }
            case Kind::done: break;
        }
        return false;
    }

    const Backtracker& pattern_;
    std::u16string_view subject_;
    std::vector<std::ptrdiff_t> slots_;
    std::vector<std::ptrdiff_t> marks_;
    std::vector<Undo> trail_;
    std::size_t steps_ = 0;
    std::size_t end_ = 0;
    bool is_too_long_ = false;
};

Backtracker::Outcome Backtracker::match(std::u16string_view subject, std::size_t from, bool is_sticky,
                                        std::vector<std::ptrdiff_t>& bounds) const {
    for (std::size_t at = from; at <= subject.size(); ++at) {
        BacktrackerRun run(*this, subject);
        if (run.run(0, at)) {
            bounds = run.slots();
            bounds[0] = static_cast<std::ptrdiff_t>(at);
            bounds[1] = static_cast<std::ptrdiff_t>(run.end());
            return Outcome::found;
        }
        if (run.is_too_long()) {
            return Outcome::too_long;
        }
        if (is_sticky) {
            break;
        }
        if (flags_.unicode && at + 1 < subject.size() && is_high(subject[at]) && is_low(subject[at + 1])) {
            ++at;
        }
    }
    return Outcome::none;
}

}  // namespace evald::js
