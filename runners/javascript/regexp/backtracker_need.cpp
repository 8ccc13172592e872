#include "regexp/backtracker.hpp"
#include "regexp/translator.hpp"

namespace evald::js {

namespace {

/// A group that is open while a pattern is looked through.
struct OpenGroup {
    bool is_capture = false;
    bool has_captures = false;
    bool has_alternatives = false;
    bool is_unsure = false;  ///< a group inside may be passed by
    bool refers = false;
};

struct Counts {
    bool is_optional = false;
    bool is_repeated = false;
};

Counts counts_at(std::u16string_view source, std::size_t at) {
    const char16_t c = at < source.size() ? source[at] : u'\0';
    if (c != u'{' || at + 1 >= source.size() || !is_digit(source[at + 1])) {
        return {c == u'*' || c == u'?', c == u'*' || c == u'+'};
    }
    return {source[at + 1] == u'0', true};
}

}  // namespace

bool Backtracker::is_needed(std::u16string_view source) {
    std::vector<OpenGroup> open(1);
    for (std::size_t i = 0; i < source.size(); ++i) {
        const char16_t c = source[i];
        if (c == u'\\') {
            ++i;
            const bool is_reference =
                i < source.size() && ((source[i] >= u'1' && source[i] <= u'9') || source[i] == u'k');
            open.back().refers = open.back().refers || is_reference;
        } else if (c == u'[') {
            while (i + 1 < source.size() && source[++i] != u']') {
                i += source[i] == u'\\' ? 1 : 0;
            }
        } else if (c == u'|') {
            open.back().has_alternatives = true;
        } else if (c == u'(') {
            const bool is_plain = source.substr(i + 1, 1) != u"?";
            const bool is_named =
                source.substr(i + 1, 2) == u"?<" && source.substr(i + 3, 1) != u"=" && source.substr(i + 3, 1) != u"!";
            open.emplace_back();
            open.back().is_capture = is_plain || is_named;
        } else if (c == u')' && open.size() > 1) {
            OpenGroup group = open.back();
            open.pop_back();
            group.is_unsure = group.is_unsure || (group.has_alternatives && group.has_captures);
            const Counts counts = counts_at(source, i + 1);
            const bool catches = group.has_captures || group.is_capture;
            if (counts.is_repeated && (group.is_unsure || (group.refers && catches))) {
                return true;
            }
            OpenGroup& outer = open.back();
            outer.has_captures = outer.has_captures || catches;
            outer.is_unsure = outer.is_unsure || group.is_unsure || (counts.is_optional && catches);
            outer.refers = outer.refers || group.refers;
        }
    }
    return false;
}

}  // namespace evald::js
