#include "regexp/pattern.hpp"

#include <algorithm>
#include <utility>

#include "regexp/translator.hpp"

namespace evald::js {

namespace {

constexpr std::u16string_view k_line_ends = u"\\n\\r\\x{2028}\\x{2029}";

}  // namespace

Translator::Translator(std::u16string_view source, const RegExpFlags& flags) : source_(source), flags_(flags) {
    count_groups();
}

TranslatedPattern Translator::run() {
    while (at_ < source_.size()) {
        term();
    }
    if (depth_ > 0) {
        fail("Unterminated group");
    }
    return std::move(result_);
}

void Translator::out_code(std::uint32_t code) {
    constexpr std::string_view k_digits = "0123456789abcdef";
    std::string digits;
    for (std::uint32_t rest = code; rest != 0 || digits.empty(); rest >>= 4U) {
        digits.insert(digits.begin(), k_digits[rest & 0xFU]);
    }
    out(u"\\x{" + widened(digits) + u"}");
    result_.has_wide_letters = result_.has_wide_letters || code > 0x7F;
}

void Translator::out_character(char16_t c) {
    if (c > 0x7F) {
        result_.has_wide_letters = true;
        result_.text += c;
    } else if (is_letter(c) || is_digit(c) || c == u'_') {
        result_.text += c;
    } else {
        out_code(c);
    }
}

void Translator::term() {
    const char16_t c = source_[at_];
    switch (c) {
        case u'^':
            ++at_;
            out(flags_.multiline ? std::u16string(u"(?<![^") + std::u16string(k_line_ends) + u"])" : u"^");
            can_repeat_ = false;
            return;
        case u'$':
            ++at_;
            out(flags_.multiline ? std::u16string(u"(?![^") + std::u16string(k_line_ends) + u"])" : u"$");
            can_repeat_ = false;
            return;
        case u'|':
            ++at_;
            out(u"|");
            can_repeat_ = false;
            return;
        case u'(': open_group(); return;
        case u')': close_group(); return;
        case u'*':
        case u'+':
        case u'?': quantifier(); return;
        case u'{':
            if (is_counted()) {
                quantifier();
            } else if (flags_.unicode) {
                fail("Incomplete quantifier");
            } else {
                ++at_;
                out(u"\\{");
                can_repeat_ = true;
            }
            return;
        case u'.':
            ++at_;
            out(flags_.dot_all ? std::u16string(u"(?s:.)") : u"[^" + std::u16string(k_line_ends) + u"]");
            can_repeat_ = true;
            return;
        case u'[': character_class(); return;
        case u'\\': escape(); return;
        case u']':
        case u'}':
            if (flags_.unicode) {
                fail("Lone quantifier brackets");
            }
            [[fallthrough]];
        default:
            ++at_;
            if (flags_.unicode && c >= 0xD800 && c <= 0xDBFF && peek() >= 0xDC00 && peek() <= 0xDFFF) {
                result_.text += c;
                result_.text += source_[at_++];
                result_.has_wide_letters = true;
            } else {
                out_character(c);
            }
            can_repeat_ = true;
    }
}

bool Translator::is_counted() const {
    std::size_t i = at_ + 1;
    const std::size_t first = i;
    while (i < source_.size() && is_digit(source_[i])) {
        ++i;
    }
    if (i == first) {
        return false;
    }
    if (i < source_.size() && source_[i] == u',') {
        ++i;
        while (i < source_.size() && is_digit(source_[i])) {
            ++i;
        }
    }
    return i < source_.size() && source_[i] == u'}';
}

void Translator::quantifier() {
    if (!can_repeat_) {
        fail("Nothing to repeat");
    }
    if (source_[at_] == u'{') {
        const std::size_t end = source_.find(u'}', at_);
        counted(source_.substr(at_ + 1, end - at_ - 1));
        at_ = end + 1;
    } else {
        out(source_.substr(at_++, 1));
    }
    if (peek() == u'?') {
        ++at_;
        out(u"?");
    }
    can_repeat_ = false;
}

void Translator::counted(std::u16string_view body) {
    const std::size_t comma = body.find(u',');
    const auto number = [](std::u16string_view digits) {
        std::uint64_t value = 0;
        for (const char16_t c : digits) {
            value = std::min<std::uint64_t>(value * 10 + static_cast<std::uint64_t>(c - u'0'), 1ULL << 53U);
        }
        return value;
    };
    constexpr std::uint64_t k_most = 65535;
    const std::uint64_t least = number(body.substr(0, comma));
    const bool is_open = comma != std::u16string_view::npos && comma + 1 == body.size();
    const std::uint64_t most = comma == std::u16string_view::npos ? least
                               : is_open                          ? k_most + 1
                                                                  : number(body.substr(comma + 1));
    if (least > most) {
        fail("numbers out of order in {} quantifier");
    }
    out(u"{" + widened(std::to_string(std::min(least, k_most))));
    if (comma != std::u16string_view::npos) {
        out(u"," + (most > k_most ? std::u16string() : widened(std::to_string(most))));
    }
    out(u"}");
}
TranslatedPattern translate_pattern(std::u16string_view source, const RegExpFlags& flags) {
    return Translator(source, flags).run();
}

}  // namespace evald::js
