#include "intl/formatted_parts.hpp"

#include <algorithm>
#include <string_view>

#include "engine/guarded.hpp"
#include "intl/icu_text.hpp"

namespace evald::js {

namespace {

struct Unit {
    int32_t field = -1;
    std::size_t region = 0;  ///< parts of one kind that stand side by side stay apart
    int32_t source = 0;

    bool operator==(const Unit& other) const = default;
};

/// A span's category is that of its fields and this: the number range's is the least of them.
constexpr int32_t k_span = 0x1000;

bool is_span(int32_t category) { return category >= k_span; }

std::vector<Unit> units_of(const FormattedText& formatted) {
    std::vector<Unit> units(formatted.text.size());
    std::vector<FormattedText::Region> regions = formatted.regions;
    std::stable_sort(regions.begin(), regions.end(), [](const auto& a, const auto& b) {
        return a.end - a.begin > b.end - b.begin;  // the inner ones write over the outer
    });
    for (std::size_t number = 0; number < regions.size(); ++number) {
        for (int32_t at = regions[number].begin; at < regions[number].end; ++at) {
            units[static_cast<std::size_t>(at)].field = regions[number].field;
            units[static_cast<std::size_t>(at)].region = number + 1;
        }
    }
    for (const FormattedText::Region& source : formatted.sources) {
        for (int32_t at = source.begin; at < source.end; ++at) {
            units[static_cast<std::size_t>(at)].source = source.field + 1;
        }
    }
    return units;
}

}  // namespace

FormattedText formatted_text(const UFormattedValue* value, UFieldCategory category) {
    UErrorCode status = U_ZERO_ERROR;
    int32_t length = 0;
    const UChar* text = icu().ufmtval_getString(value, &length, &status);
    check_icu(status);
    FormattedText formatted;
    formatted.text.assign(text, static_cast<std::size_t>(length));
    const IcuHandle<UConstrainedFieldPosition> position(icu().ucfpos_open(&status), icu().ucfpos_close);
    check_icu(status);
    while (icu().ufmtval_nextPosition(value, position.get(), &status) != 0) {
        const int32_t found = icu().ucfpos_getCategory(position.get(), &status);
        FormattedText::Region region{icu().ucfpos_getField(position.get(), &status), 0, 0};
        icu().ucfpos_getIndexes(position.get(), &region.begin, &region.end, &status);
        check_icu(status);
        if (found == category) {
            formatted.regions.push_back(region);
        } else if (is_span(found)) {
            formatted.sources.push_back(region);
        }
    }
    check_icu(status);
    return formatted;
}

void push_parts(duk_context* ctx, const FormattedText& formatted) {
    const std::vector<Unit> units = units_of(formatted);
    guarded(ctx, 0, 1, [](duk_context* inner) { duk_push_array(inner); });
    duk_uarridx_t position = 0;
    for (std::size_t begin = 0; begin < units.size();) {
        std::size_t end = begin + 1;
        while (end < units.size() && units[end] == units[begin]) {
            ++end;
        }
        const std::string text = from_utf16(std::u16string_view(formatted.text).substr(begin, end - begin));
        const Unit& unit = units[begin];
        guarded(ctx, 1, 1, [&text, &unit, position](duk_context* inner) {
            duk_push_int(inner, unit.field);
            duk_put_prop_index(inner, -2, position);
            duk_push_lstring(inner, text.data(), text.size());
            duk_put_prop_index(inner, -2, position + 1);
            duk_push_int(inner, unit.source);
            duk_put_prop_index(inner, -2, position + 2);
        });
        position += 3;
        begin = end;
    }
}

}  // namespace evald::js
