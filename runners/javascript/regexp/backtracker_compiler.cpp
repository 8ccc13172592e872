#include <utf8proc.h>

#include <algorithm>

#include "regexp/backtracker.hpp"
#include "regexp/translator.hpp"

namespace evald::js {

namespace {

using Instruction = Backtracker::Instruction;
using Kind = Instruction::Kind;
using Fragment = std::vector<Instruction>;  ///< targets are relative to the instruction

constexpr std::size_t k_largest = 20000;
constexpr std::int64_t k_no_limit = -1;

void append(Fragment& to, const Fragment& from) {
    to.insert(to.end(), from.begin(), from.end());
    if (to.size() > k_largest) {
        throw PatternError("Regular expression too large");
    }
}

std::int64_t size_of(const Fragment& fragment) { return static_cast<std::int64_t>(fragment.size()); }

}  // namespace

/// Reads a pattern that is known to be valid, once, from left to right.
class BacktrackerCompiler {
public:
    BacktrackerCompiler(Backtracker& pattern, std::u16string_view source, const std::vector<std::string>& names,
                        const std::function<CharacterTest(std::u16string_view)>& set_of)
        : pattern_(pattern), source_(source), names_(names), set_of_(set_of) {}

    void run() {
        pattern_.group_count_ = names_.size() + 1;
        Fragment program = disjunction(false);
        program.push_back({Kind::done, 0, 0, false});
        for (std::size_t i = 0; i < program.size(); ++i) {
            Instruction& it = program[i];
            if (it.kind == Kind::split || it.kind == Kind::jump || it.kind == Kind::look) {
                it.a += static_cast<std::int64_t>(i);
            }
            it.b += it.kind == Kind::split ? static_cast<std::int64_t>(i) : 0;
        }
        pattern_.program_ = std::move(program);
    }

private:
    char16_t peek(std::size_t ahead = 0) const { return at_ + ahead < source_.size() ? source_[at_ + ahead] : u'\0'; }
    bool ends() const { return at_ >= source_.size() || source_[at_] == u'|' || source_[at_] == u')'; }
    bool takes(std::u16string_view text) {
        const bool is_there = source_.substr(at_, text.size()) == text;
        at_ += is_there ? text.size() : 0;
        return is_there;
    }

    Fragment disjunction(bool backward) {
        Fragment first = alternative(backward);
        if (at_ >= source_.size() || source_[at_] != u'|') {
            return first;
        }
        ++at_;
        const Fragment rest = disjunction(backward);
        Fragment out{{Kind::split, 1, size_of(first) + 2, false}};
        append(out, first);
        out.push_back({Kind::jump, size_of(rest) + 1, 0, false});
        append(out, rest);
        return out;
    }

    Fragment alternative(bool backward) {
        std::vector<Fragment> terms;
        while (!ends()) {
            terms.push_back(term(backward));
        }
        if (backward) {
            std::reverse(terms.begin(), terms.end());
        }
        Fragment out;
        for (const Fragment& one : terms) {
            append(out, one);
        }
        return out;
    }

    Fragment term(bool backward) {
        const std::size_t groups_before = groups_;
        Fragment body;
        if (takes(u"^")) {
            return {{Kind::line_start, 0, 0, false}};
        }
        if (takes(u"$")) {
            return {{Kind::line_end, 0, 0, false}};
        }
        if (peek() == u'\\' && (peek(1) == u'b' || peek(1) == u'B')) {
            at_ += 2;
            return {{source_[at_ - 1] == u'b' ? Kind::boundary : Kind::no_boundary, 0, 0, false}};
        }
        if (peek() == u'(') {
            body = group(backward);
        } else {
            body = atom(backward);
        }
        return quantified(std::move(body), groups_before + 1);
    }

    Fragment group(bool backward) {
        ++at_;
        if (takes(u"?:")) {
            return closed(disjunction(backward));
        }
        struct Look {
            std::u16string_view start;
            std::int64_t how;
        };
        for (const Look& look : {Look{u"?=", 0}, Look{u"?!", 1}, Look{u"?<=", 2}, Look{u"?<!", 3}}) {
            if (takes(look.start)) {
                Fragment body = closed(disjunction(look.how >= 2));
                Fragment out{{Kind::look, size_of(body) + 2, look.how, false}};
                append(out, body);
                out.push_back({Kind::done, 0, 0, false});
                return out;
            }
        }
        if (takes(u"?<")) {
            at_ = source_.find(u'>', at_) + 1;
        }
        const auto number = static_cast<std::int64_t>(++groups_);
        const Fragment body = closed(disjunction(backward));
        Fragment out{{Kind::save, 2 * number + (backward ? 1 : 0), 0, false}};
        append(out, body);
        out.push_back({Kind::save, 2 * number + (backward ? 0 : 1), 0, false});
        return out;
    }

    Fragment closed(Fragment body) {
        ++at_;
        return body;
    }

    Fragment quantified(Fragment body, std::size_t first_group) {
        std::int64_t least = 1;
        std::int64_t most = 1;
        if (!read_counts(least, most)) {
            return body;
        }
        const bool is_greedy = !takes(u"?");
        const auto mark = static_cast<std::int64_t>(pattern_.mark_count_++);
        Fragment turn;
        if (groups_ >= first_group) {
            turn.push_back(
                {Kind::forget, static_cast<std::int64_t>(first_group), static_cast<std::int64_t>(groups_) + 1, false});
        }
        append(turn, body);
        Fragment out;
        for (std::int64_t i = 0; i < least; ++i) {
            append(out, turn);
        }
        Fragment guarded{{Kind::note, mark, 0, false}};
        append(guarded, turn);
        guarded.push_back({Kind::check_progress, mark, 0, false});
        const auto split = [is_greedy](std::int64_t past) {
            return is_greedy ? Instruction{Kind::split, 1, past, false} : Instruction{Kind::split, past, 1, false};
        };
        if (most == k_no_limit) {
            out.push_back(split(size_of(guarded) + 2));
            append(out, guarded);
            out.push_back({Kind::jump, -size_of(guarded) - 1, 0, false});
            return out;
        }
        const std::int64_t each = size_of(guarded) + 1;
        for (std::int64_t left = most - least; left > 0; --left) {
            out.push_back(split(left * each));
            append(out, guarded);
        }
        return out;
    }

    bool read_counts(std::int64_t& least, std::int64_t& most) {
        if (takes(u"*")) {
            least = 0;
            most = k_no_limit;
            return true;
        }
        if (takes(u"+")) {
            most = k_no_limit;
            return true;
        }
        if (takes(u"?")) {
            least = 0;
            return true;
        }
        const std::size_t end = source_.find(u'}', at_);
        if (peek() != u'{' || end == std::u16string_view::npos || !is_digit(peek(1))) {
            return false;
        }
        const std::u16string_view text = source_.substr(at_ + 1, end - at_ - 1);
        if (!std::all_of(text.begin(), text.end(), [](char16_t c) { return is_digit(c) || c == u','; })) {
            return false;
        }
        at_ = end + 1;
        const std::size_t comma = text.find(u',');
        least = number_in(text.substr(0, comma));
        most = comma == std::u16string_view::npos ? least
               : comma + 1 == text.size()         ? k_no_limit
                                                  : number_in(text.substr(comma + 1));
        return true;
    }

    static std::int64_t number_in(std::u16string_view digits) {
        std::int64_t value = 0;
        for (const char16_t c : digits) {
            value = std::min<std::int64_t>(value * 10 + (c - u'0'), 100000);
        }
        return value;
    }

    Fragment set(std::u16string_view text, bool backward) {
        pattern_.sets_.push_back(set_of_(text));
        return {{Kind::set, static_cast<std::int64_t>(pattern_.sets_.size()) - 1, 0, backward}};
    }

    Fragment character(std::uint32_t code, bool backward) const {
        return {{Kind::character, static_cast<std::int64_t>(Backtracker::folded(code, pattern_.flags_)), 0, backward}};
    }

    Fragment atom(bool backward) {
        const std::size_t begin = at_;
        if (peek() == u'[') {
            for (++at_; at_ < source_.size() && source_[at_] != u']'; ++at_) {
                at_ += source_[at_] == u'\\' ? 1 : 0;
            }
            ++at_;
            return set(source_.substr(begin, at_ - begin), backward);
        }
        if (takes(u".")) {
            return set(u".", backward);
        }
        if (peek() == u'\\') {
            return escape(backward);
        }
        std::uint32_t code = source_[at_++];
        if (pattern_.flags_.unicode && code >= 0xD800 && code <= 0xDBFF && peek() >= 0xDC00 && peek() <= 0xDFFF) {
            code = 0x10000 + ((code - 0xD800) << 10U) + (static_cast<std::uint32_t>(source_[at_++]) - 0xDC00);
        }
        return character(code, backward);
    }

    Fragment escape(bool backward) {
        const std::size_t begin = at_++;
        const char16_t c = peek();
        if (std::u16string_view(u"dDwWsS").find(c) != std::u16string_view::npos) {
            ++at_;
            return set(source_.substr(begin, 2), backward);
        }
        if ((c == u'p' || c == u'P') && pattern_.flags_.unicode) {
            at_ = source_.find(u'}', at_) + 1;
            return set(source_.substr(begin, at_ - begin), backward);
        }
        if (c == u'k' && peek(1) == u'<') {
            const std::size_t end = source_.find(u'>', at_);
            const std::u16string_view wide = source_.substr(at_ + 2, end - at_ - 2);
            const std::string name(wide.begin(), wide.end());
            at_ = end + 1;
            const auto found = std::find(names_.begin(), names_.end(), name);
            return {{Kind::reference, found - names_.begin() + 1, 0, backward}};
        }
        if (c >= u'1' && c <= u'9') {
            std::size_t end = at_;
            while (end < source_.size() && is_digit(source_[end])) {
                ++end;
            }
            const std::int64_t number = number_in(source_.substr(at_, end - at_));
            if (static_cast<std::size_t>(number) <= names_.size()) {
                at_ = end;
                return {{Kind::reference, number, 0, backward}};
            }
        }
        if (c == u'u' || c == u'x') {
            std::uint32_t code = 0;
            if (hexadecimal(code)) {
                std::uint32_t low = 0;
                const std::size_t behind = at_;
                if (pattern_.flags_.unicode && code >= 0xD800 && code <= 0xDBFF && takes(u"\\") && hexadecimal(low) &&
                    low >= 0xDC00 && low <= 0xDFFF) {
                    return character(0x10000 + ((code - 0xD800) << 10U) + (low - 0xDC00), backward);
                }
                at_ = behind;
                return character(code, backward);
            }
        }
        // Any other escape is one character, which its set has alone.
        at_ += c == u'c' ? 2 : 1;
        return set(source_.substr(begin, at_ - begin), backward);
    }

    /// Reads `xHH`, `uHHHH` or `u{H…}`; goes nowhere if it is none.
    bool hexadecimal(std::uint32_t& code) {
        const bool is_braced = peek() == u'u' && peek(1) == u'{' && pattern_.flags_.unicode;
        const std::size_t first = at_ + (is_braced ? 2 : 1);
        const std::size_t end = is_braced ? source_.find(u'}', at_) : first + (peek() == u'x' ? 2 : 4);
        if (end > source_.size() || (peek() != u'x' && peek() != u'u')) {
            return false;
        }
        code = 0;
        for (std::size_t i = first; i < end; ++i) {
            const char16_t c = source_[i];
            const int digit = is_digit(c)              ? c - u'0'
                              : c >= u'a' && c <= u'f' ? c - u'a' + 10
                              : c >= u'A' && c <= u'F' ? c - u'A' + 10
                                                       : -1;
            if (digit < 0) {
                return false;
            }
            code = code * 16 + static_cast<std::uint32_t>(digit);
        }
        at_ = end + (is_braced ? 1 : 0);
        return true;
    }

    Backtracker& pattern_;
    std::u16string_view source_;
    const std::vector<std::string>& names_;
    const std::function<CharacterTest(std::u16string_view)>& set_of_;
    std::size_t at_ = 0;
    std::size_t groups_ = 0;
};

Backtracker::Backtracker(std::u16string_view source, const RegExpFlags& flags,
                         const std::vector<std::string>& group_names,
                         const std::function<CharacterTest(std::u16string_view)>& set_of)
    : flags_(flags) {
    BacktrackerCompiler(*this, source, group_names, set_of).run();
}

}  // namespace evald::js
