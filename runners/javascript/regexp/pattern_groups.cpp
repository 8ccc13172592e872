#include <algorithm>
#include <array>
#include <utility>

#include "regexp/translator.hpp"

namespace evald::js {

void Translator::count_groups() {
    bool in_class = false;
    for (std::size_t i = 0; i < source_.size(); ++i) {
        const char16_t c = source_[i];
        if (c == u'\\') {
            ++i;
        } else if (c == u'[') {
            in_class = true;
        } else if (c == u']') {
            in_class = false;
        } else if (c == u'(' && !in_class) {
            const bool is_named = source_.substr(i, 3) == u"(?<" && i + 3 < source_.size() && source_[i + 3] != u'=' &&
                                  source_[i + 3] != u'!';
            group_count_ += source_.substr(i + 1, 1) != u"?" || is_named ? 1U : 0U;
            has_names_ = has_names_ || is_named;
        }
    }
}

void Translator::open_group() {
    std::u16string_view begin = u"(";
    bool is_assertion = false;
    if (peek(1) == u'?') {
        if (rest_begins(u"(?:") || rest_begins(u"(?=") || rest_begins(u"(?!")) {
            begin = source_.substr(at_, 3);
            is_assertion = begin[2] != u':';
        } else if (rest_begins(u"(?<=") || rest_begins(u"(?<!")) {
            begin = source_.substr(at_, 4);
            is_assertion = true;
        } else if (rest_begins(u"(?<")) {
            at_ += 3;
            const std::string name = group_name();
            if (std::find(result_.group_names.begin(), result_.group_names.end(), name) != result_.group_names.end()) {
                fail("Duplicate capture group name");
            }
            result_.group_names.push_back(name);
            out(u"(");
            groups_.push_back(false);
            ++depth_;
            can_repeat_ = false;
            return;
        } else {
            fail("Invalid group");
        }
    } else {
        result_.group_names.emplace_back();
    }
    at_ += begin.size();
    out(begin);
    groups_.push_back(is_assertion);
    ++depth_;
    can_repeat_ = false;
}

void Translator::close_group() {
    if (depth_ == 0) {
        fail("Unmatched ')'");
    }
    ++at_;
    --depth_;
    out(u")");
    const bool is_assertion = groups_.back();
    groups_.pop_back();
    can_repeat_ = !is_assertion || !flags_.unicode;
}

std::string Translator::group_name() {
    std::string name;
    while (at_ < source_.size() && source_[at_] != u'>') {
        const char16_t c = source_[at_++];
        const bool is_fine = is_letter(c) || c == u'_' || c == u'$' || c > 0x7F || (is_digit(c) && !name.empty());
        if (!is_fine) {
            fail("Invalid capture group name");
        }
        name += c > 0x7F ? "?" : std::string(1, static_cast<char>(c));
    }
    if (at_ == source_.size() || name.empty()) {
        fail("Invalid capture group name");
    }
    ++at_;
    return name;
}

std::uint32_t Translator::number_of(const std::string& name) const {
    std::uint32_t number = 0;
    bool in_class = false;
    const std::u16string wanted = u"(?<" + widened(name) + u">";
    for (std::size_t i = 0; i < source_.size(); ++i) {
        const char16_t c = source_[i];
        if (c == u'\\') {
            ++i;
        } else if (c == u'[') {
            in_class = true;
        } else if (c == u']') {
            in_class = false;
        } else if (c == u'(' && !in_class) {
            const bool is_named =
                source_.substr(i, 3) == u"(?<" && source_.substr(i + 3, 1) != u"=" && source_.substr(i + 3, 1) != u"!";
            number += source_.substr(i + 1, 1) != u"?" || is_named ? 1U : 0U;
            if (source_.substr(i, wanted.size()) == wanted) {
                return number;
            }
        }
    }
    return 0;
}

}  // namespace evald::js
