#include <string>
#include <string_view>
#include <vector>

#include "engine/guarded.hpp"
#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "intl/formatted_parts.hpp"
#include "intl/icu_text.hpp"
#include "intl/intl_natives.hpp"
#include "node/bytes.hpp"
#include "node/node_natives.hpp"

namespace evald::js {

namespace {

UPluralRules* plural_rules(std::string_view tag, bool is_ordinal) {
    static FormatterCache<UPluralRules> kept;
    return kept.find_or_make(
        std::string(tag) + (is_ordinal ? "\nordinal" : ""),
        [tag, is_ordinal] {
            UErrorCode status = U_ZERO_ERROR;
            auto* rules = icu().uplrules_openForType(
                icu_locale(tag).c_str(), is_ordinal ? UPLURAL_TYPE_ORDINAL : UPLURAL_TYPE_CARDINAL, &status);
            check_icu(status);
            return rules;
        },
        icu().uplrules_close);
}

/// plural(tag, isOrdinal, skeleton, value): "one", "other", …
duk_ret_t plural(Runtime& /*runtime*/, duk_context* ctx) {
    const std::string_view tag = string_at(ctx, 0);
    const auto* rules = plural_rules(tag, duk_to_boolean(ctx, 1) != 0);
    const auto* number = format_number(ctx, 3, number_formatter(tag, string_at(ctx, 2)));
    push_utf16(ctx, filled_text([&](UChar* buffer, int32_t capacity, UErrorCode* status) {
                   return icu().uplrules_selectFormatted(rules, number, buffer, capacity, status);
               }));
    return 1;
}

/// pluralRange(tag, isOrdinal, skeleton, digits, digits)
duk_ret_t plural_range(Runtime& /*runtime*/, duk_context* ctx) {
    const std::string_view tag = string_at(ctx, 0);
    const auto* rules = plural_rules(tag, duk_to_boolean(ctx, 1) != 0);
    const auto* range = format_number_range(ctx, 3, tag, string_at(ctx, 2));
    push_utf16(ctx, filled_text([&](UChar* buffer, int32_t capacity, UErrorCode* status) {
                   return icu().uplrules_selectForRange(rules, range, buffer, capacity, status);
               }));
    return 1;
}

/// pluralCategories(tag, isOrdinal): their names, parted by spaces.
duk_ret_t plural_categories(Runtime& /*runtime*/, duk_context* ctx) {
    const auto* rules = plural_rules(string_at(ctx, 0), duk_to_boolean(ctx, 1) != 0);
    UErrorCode status = U_ZERO_ERROR;
    const IcuHandle<UEnumeration> names(icu().uplrules_getKeywords(rules, &status), icu().uenum_close);
    check_icu(status);
    std::string text;
    while (const char* name = icu().uenum_next(names.get(), nullptr, &status)) {
        text += text.empty() ? name : std::string(" ") + name;
    }
    push_text(ctx, text);
    return 1;
}

/// list(tag, type, width, items): parts. Types: 0 and, 1 or, 2 units; widths: 0 wide, 1 short, 2 narrow.
duk_ret_t list(Runtime& /*runtime*/, duk_context* ctx) {
    std::vector<std::u16string> items;
    const auto count = static_cast<duk_uarridx_t>(duk_get_length(ctx, 3));
    for (duk_uarridx_t number = 0; number < count; ++number) {
        guarded(ctx, 0, 1, [number](duk_context* inner) { duk_get_prop_index(inner, 3, number); });
        items.push_back(utf16_at(ctx, -1));
        duk_pop(ctx);
    }
    std::vector<const UChar*> texts;
    std::vector<int32_t> lengths;
    for (const std::u16string& item : items) {
        texts.push_back(item.data());
        lengths.push_back(static_cast<int32_t>(item.size()));
    }
    UErrorCode status = U_ZERO_ERROR;
    const IcuHandle<UListFormatter> formatter(
        icu().ulistfmt_openForType(icu_locale(string_at(ctx, 0)).c_str(),
                                   static_cast<UListFormatterType>(integer_at(ctx, 1, 0)),
                                   static_cast<UListFormatterWidth>(integer_at(ctx, 2, 0)), &status),
        icu().ulistfmt_close);
    check_icu(status);
    const IcuHandle<UFormattedList> result(icu().ulistfmt_openResult(&status), icu().ulistfmt_closeResult);
    check_icu(status);
    icu().ulistfmt_formatStringsToResult(formatter.get(), texts.data(), lengths.data(), static_cast<int32_t>(count),
                                         result.get(), &status);
    const auto* value = icu().ulistfmt_resultAsValue(result.get(), &status);
    check_icu(status);
    push_parts(ctx, formatted_text(value, UFIELD_CATEGORY_LIST));
    return 1;
}

/// relative(tag, style, unit, value, isNumeric): parts. Styles: 0 long, 1 short, 2 narrow; units by ICU's numbers.
duk_ret_t relative(Runtime& /*runtime*/, duk_context* ctx) {
    static FormatterCache<URelativeDateTimeFormatter> kept;
    const std::string tag(string_at(ctx, 0));
    const auto style = static_cast<UDateRelativeDateTimeFormatterStyle>(integer_at(ctx, 1, 0));
    const auto* formatter = kept.find_or_make(
        tag + "\n" + std::to_string(style),
        [&tag, style] {
            UErrorCode opening = U_ZERO_ERROR;
            auto* opened =
                icu().ureldatefmt_open(icu_locale(tag).c_str(), nullptr, style, UDISPCTX_CAPITALIZATION_NONE, &opening);
            check_icu(opening);
            return opened;
        },
        icu().ureldatefmt_close);
    UErrorCode status = U_ZERO_ERROR;
    const IcuHandle<UFormattedRelativeDateTime> result(icu().ureldatefmt_openResult(&status),
                                                       icu().ureldatefmt_closeResult);
    check_icu(status);
    const auto unit = static_cast<URelativeDateTimeUnit>(integer_at(ctx, 2, 0));
    const auto format =
        duk_to_boolean(ctx, 4) != 0 ? icu().ureldatefmt_formatNumericToResult : icu().ureldatefmt_formatToResult;
    format(formatter, duk_get_number(ctx, 3), unit, result.get(), &status);
    const auto* value = icu().ureldatefmt_resultAsValue(result.get(), &status);
    check_icu(status);
    push_parts(ctx, formatted_text(value, UFIELD_CATEGORY_NUMBER));
    return 1;
}

}  // namespace

void define_intl_phrase_natives(duk_context* ctx) {
    put_native(ctx, "plural", native<plural>, 4);
    put_native(ctx, "pluralRange", native<plural_range>, 5);
    put_native(ctx, "pluralCategories", native<plural_categories>, 2);
    put_native(ctx, "list", native<list>, 4);
    put_native(ctx, "relative", native<relative>, 5);
}

}  // namespace evald::js
