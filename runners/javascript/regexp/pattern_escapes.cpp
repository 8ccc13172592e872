#include <algorithm>
#include <array>
#include <utility>

#include "regexp/translator.hpp"

namespace evald::js {

namespace {

int hex_value(char16_t c) {
    return is_digit(c)              ? c - u'0'
           : c >= u'a' && c <= u'f' ? c - u'a' + 10
           : c >= u'A' && c <= u'F' ? c - u'A' + 10
                                    : -1;
}

}  // namespace

std::uint32_t Translator::hex_digits(std::size_t count, bool& is_valid) {
    std::uint32_t value = 0;
    is_valid = at_ + count <= source_.size();
    for (std::size_t i = 0; is_valid && i < count; ++i) {
        const int digit = hex_value(source_[at_ + i]);
        is_valid = digit >= 0;
        value = value * 16 + static_cast<std::uint32_t>(std::max(digit, 0));
    }
    at_ += is_valid ? count : 0;
    return value;
}

std::uint32_t Translator::unicode_escape(bool& is_valid) {
    if (flags_.unicode && peek() == u'{') {
        const std::size_t end = source_.find(u'}', at_);
        std::uint32_t value = 0;
        is_valid = end != std::u16string_view::npos && end > at_ + 1;
        for (std::size_t i = at_ + 1; is_valid && i < end; ++i) {
            const int digit = hex_value(source_[i]);
            is_valid = digit >= 0 && value <= 0x10FFFF;
            value = value * 16 + static_cast<std::uint32_t>(std::max(digit, 0));
        }
        is_valid = is_valid && value <= 0x10FFFF;
        at_ = is_valid ? end + 1 : at_;
        return value;
    }
    std::uint32_t value = hex_digits(4, is_valid);
    if (flags_.unicode && is_valid && value >= 0xD800 && value <= 0xDBFF && rest_begins(u"\\u")) {
        const std::size_t before = at_;
        at_ += 2;
        bool is_pair = false;
        const std::uint32_t low = hex_digits(4, is_pair);
        if (is_pair && low >= 0xDC00 && low <= 0xDFFF) {
            return 0x10000 + ((value - 0xD800) << 10U) + (low - 0xDC00);
        }
        at_ = before;
    }
    return value;
}

std::uint32_t Translator::character_escape() {
    const char16_t c = source_[at_++];
    bool is_valid = true;
    switch (c) {
        case u'f': return 0xC;
        case u'n': return 0xA;
        case u'r': return 0xD;
        case u't': return 0x9;
        case u'v': return 0xB;
        case u'0':
            if (!is_digit(peek())) {
                return 0;
            }
            break;
        case u'c':
            if (is_letter(peek())) {
                return source_[at_++] % 32U;
            }
            if (flags_.unicode) {
                fail("Invalid unicode escape");
            }
            --at_;
            return u'\\';
        case u'x': {
            const std::uint32_t value = hex_digits(2, is_valid);
            if (is_valid) {
                return value;
            }
            break;
        }
        case u'u': {
            const std::uint32_t value = unicode_escape(is_valid);
            if (is_valid) {
                return value;
            }
            break;
        }
        default: break;
    }
    if (flags_.unicode) {
        constexpr std::u16string_view k_syntax = u"^$\\.*+?()[]{}|/-";
        if (k_syntax.find(c) == std::u16string_view::npos) {
            fail("Invalid escape");
        }
    } else if (c >= u'0' && c <= u'7') {  // the old octal form
        std::uint32_t value = static_cast<std::uint32_t>(c - u'0');
        while (peek() >= u'0' && peek() <= u'7' && value * 8 <= 0xFF) {
            value = value * 8 + static_cast<std::uint32_t>(source_[at_++] - u'0');
        }
        return value;
    }
    return c;
}

void Translator::escape() {
    ++at_;
    if (at_ == source_.size()) {
        fail("\\ at end of pattern");
    }
    const char16_t c = source_[at_];
    can_repeat_ = true;
    switch (c) {
        case u'd':
            ++at_;
            out(u"[0-9]");
            return;
        case u'D':
            ++at_;
            out(u"[^0-9]");
            return;
        case u'w':
            ++at_;
            out(u"[0-9A-Za-z_]");
            return;
        case u'W':
            ++at_;
            out(u"[^0-9A-Za-z_]");
            return;
        case u's':
            ++at_;
            out(u"[" + std::u16string(k_space_members) + u"]");
            return;
        case u'S':
            ++at_;
            out(u"[^" + std::u16string(k_space_members) + u"]");
            return;
        case u'b':
            ++at_;
            out(u"(?:(?<=[0-9A-Za-z_])(?![0-9A-Za-z_])|(?<![0-9A-Za-z_])(?=[0-9A-Za-z_]))");
            can_repeat_ = false;
            return;
        case u'B':
            ++at_;
            out(u"(?:(?<=[0-9A-Za-z_])(?=[0-9A-Za-z_])|(?<![0-9A-Za-z_])(?![0-9A-Za-z_]))");
            can_repeat_ = false;
            return;
        case u'k':
            if (has_names_ || flags_.unicode) {
                named_reference();
                return;
            }
            break;
        case u'p':
        case u'P':
            if (flags_.unicode) {
                out(property());
                return;
            }
            break;
        default: break;
    }
    if (c >= u'1' && c <= u'9' && numbered_reference()) {
        return;
    }
    out_code(character_escape());
}

void Translator::named_reference() {
    ++at_;
    if (peek() != u'<') {
        fail("Invalid named reference");
    }
    ++at_;
    const std::uint32_t number = number_of(group_name());  // the group may come later
    if (number == 0) {
        fail("Invalid named capture referenced");
    }
    out(u"\\g{" + widened(std::to_string(number)) + u"}");
}

bool Translator::numbered_reference() {
    std::size_t end = at_;
    std::uint64_t number = 0;
    while (end < source_.size() && is_digit(source_[end]) && number < 100000) {
        number = number * 10 + static_cast<std::uint64_t>(source_[end++] - u'0');
    }
    if (number > group_count_) {
        if (flags_.unicode) {
            fail("Invalid escape");
        }
        return false;
    }
    at_ = end;
    out(u"\\g{" + widened(std::to_string(number)) + u"}");
    return true;
}

}  // namespace evald::js
