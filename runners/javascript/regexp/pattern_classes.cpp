#include <utility>

#include "regexp/translator.hpp"

namespace evald::js {

namespace {

constexpr std::u16string_view k_not_space_members =
    u"\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{"
    u"202e}"
    u"\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-";

}  // namespace

void Translator::character_class() {
    ++at_;
    const bool is_negated = peek() == u'^';
    at_ += is_negated ? 1 : 0;
    std::u16string saved = std::exchange(result_.text, {});
    while (at_ < source_.size() && source_[at_] != u']') {
        class_member();
    }
    if (at_ == source_.size()) {
        fail("Unterminated character class");
    }
    ++at_;
    const std::u16string members = std::exchange(result_.text, std::move(saved));
    if (members.empty()) {
        out(is_negated ? u"(?s:.)" : u"(?!)");
    } else {
        out((is_negated ? u"[^" : u"[") + members + u"]");
    }
    can_repeat_ = true;
}

std::int64_t Translator::class_atom() {
    if (source_[at_] != u'\\') {
        const char16_t c = source_[at_++];
        if (flags_.unicode && c >= 0xD800 && c <= 0xDBFF && peek() >= 0xDC00 && peek() <= 0xDFFF) {
            const char16_t low = source_[at_++];
            return 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
        }
        return c;
    }
    ++at_;
    if (at_ == source_.size()) {
        fail("\\ at end of pattern");
    }
    switch (source_[at_]) {
        case u'd':
            ++at_;
            out(u"0-9");
            return -1;
        case u'D':
            ++at_;
            out(u"\\x{0}-/:-" + largest());
            return -1;
        case u'w':
            ++at_;
            out(u"0-9A-Za-z_");
            return -1;
        case u'W':
            ++at_;
            out(u"\\x{0}-/:-@\\[-\\^`{-" + largest());
            return -1;
        case u's':
            ++at_;
            out(k_space_members);
            return -1;
        case u'S':
            ++at_;
            out(std::u16string(k_not_space_members) + largest());
            return -1;
        case u'b': ++at_; return 8;
        case u'-': ++at_; return u'-';
        case u'p':
        case u'P':
            if (flags_.unicode) {
                out(property());
                return -1;
            }
            break;
        default: break;
    }
    return character_escape();
}

/// PCRE2 refuses surrogates in a pattern of whole characters, where a lone one in a text matches no class anyway.
void Translator::class_range(std::uint32_t first, std::uint32_t last) {
    constexpr std::uint32_t k_first_surrogate = 0xD800;
    constexpr std::uint32_t k_last_surrogate = 0xDFFF;
    if (flags_.unicode && first <= k_last_surrogate && last >= k_first_surrogate) {
        if (first < k_first_surrogate) {
            class_range(first, k_first_surrogate - 1);
        }
        if (last > k_last_surrogate) {
            class_range(k_last_surrogate + 1, last);
        }
        return;
    }
    out_code(first);
    if (last != first) {
        out(u"-");
        out_code(last);
    }
}

void Translator::class_member() {
    const std::int64_t first = class_atom();
    const auto put = [this](std::int64_t code) {
        if (code >= 0) {
            class_range(static_cast<std::uint32_t>(code), static_cast<std::uint32_t>(code));
        }
    };
    if (peek() != u'-' || at_ + 1 >= source_.size() || source_[at_ + 1] == u']') {
        put(first);
        return;
    }
    ++at_;
    const std::int64_t last = class_atom();
    if (first < 0 || last < 0) {  // `[\w-x]`: the dash is itself
        if (flags_.unicode) {
            fail("Invalid character class");
        }
        out(u"\\-");
        put(first);
        put(last);
        return;
    }
    if (first > last) {
        fail("Range out of order in character class");
    }
    class_range(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last));
}

}  // namespace evald::js
