#include <string>

#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "intl/formatted_parts.hpp"
#include "intl/icu_text.hpp"
#include "intl/intl_natives.hpp"
#include "node/node_natives.hpp"

namespace evald::js {

UNumberFormatter* number_formatter(std::string_view tag, std::string_view skeleton) {
    static FormatterCache<UNumberFormatter> kept;
    return kept.find_or_make(
        std::string(tag) + "\n" + std::string(skeleton),
        [tag, skeleton] {
            UErrorCode status = U_ZERO_ERROR;
            const std::u16string text = to_utf16(skeleton);
            auto* formatter = icu().unumf_openForSkeletonAndLocaleWithError(
                text.data(), static_cast<int32_t>(text.size()), icu_locale(tag).c_str(), nullptr, &status);
            check_icu(status);
            return formatter;
        },
        icu().unumf_close);
}

UFormattedNumber* format_number(duk_context* ctx, duk_idx_t value, UNumberFormatter* formatter) {
    static UFormattedNumber* const result = [] {
        UErrorCode opening = U_ZERO_ERROR;
        auto* opened = icu().unumf_openResult(&opening);
        check_icu(opening);
        return opened;
    }();
    UErrorCode status = U_ZERO_ERROR;
    if (duk_is_number(ctx, value) != 0) {
        icu().unumf_formatDouble(formatter, duk_get_number(ctx, value), result, &status);
    } else {
        const std::string_view digits = string_at(ctx, value);
        icu().unumf_formatDecimal(formatter, digits.data(), static_cast<int32_t>(digits.size()), result, &status);
    }
    check_icu(status);
    return result;
}

UFormattedNumberRange* format_number_range(duk_context* ctx, duk_idx_t first, std::string_view tag,
                                           std::string_view skeleton) {
    static FormatterCache<UNumberRangeFormatter> kept;
    static UFormattedNumberRange* const result = [] {
        UErrorCode opening = U_ZERO_ERROR;
        auto* opened = icu().unumrf_openResult(&opening);
        check_icu(opening);
        return opened;
    }();
    auto* formatter = kept.find_or_make(
        std::string(tag) + "\n" + std::string(skeleton),
        [tag, skeleton] {
            UErrorCode opening = U_ZERO_ERROR;
            const std::u16string text = to_utf16(skeleton);
            auto* opened = icu().unumrf_openForSkeletonWithCollapseAndIdentityFallback(
                text.data(), static_cast<int32_t>(text.size()), UNUM_RANGE_COLLAPSE_AUTO,
                UNUM_IDENTITY_FALLBACK_APPROXIMATELY, icu_locale(tag).c_str(), nullptr, &opening);
            check_icu(opening);
            return opened;
        },
        icu().unumrf_close);
    UErrorCode status = U_ZERO_ERROR;
    const std::string_view from = string_at(ctx, first);
    const std::string_view to = string_at(ctx, first + 1);
    icu().unumrf_formatDecimalRange(formatter, from.data(), static_cast<int32_t>(from.size()), to.data(),
                                    static_cast<int32_t>(to.size()), result, &status);
    check_icu(status);
    return result;
}

namespace {

/// number(tag, skeleton, value, inParts): text, or parts. A value is a number, or digits as a string.
duk_ret_t number(Runtime& /*runtime*/, duk_context* ctx) {
    const auto* result = format_number(ctx, 2, number_formatter(string_at(ctx, 0), string_at(ctx, 1)));
    UErrorCode status = U_ZERO_ERROR;
    const auto* value = icu().unumf_resultAsValue(result, &status);
    check_icu(status);
    if (duk_to_boolean(ctx, 3) != 0) {
        push_parts(ctx, formatted_text(value, UFIELD_CATEGORY_NUMBER));
        return 1;
    }
    int32_t length = 0;
    const UChar* text = icu().ufmtval_getString(value, &length, &status);
    check_icu(status);
    push_utf16(ctx, {text, static_cast<std::size_t>(length)});
    return 1;
}

/// numberRange(tag, skeleton, digits, digits): parts.
duk_ret_t number_range(Runtime& /*runtime*/, duk_context* ctx) {
    const auto* result = format_number_range(ctx, 2, string_at(ctx, 0), string_at(ctx, 1));
    UErrorCode status = U_ZERO_ERROR;
    const auto* value = icu().unumrf_resultAsValue(result, &status);
    check_icu(status);
    push_parts(ctx, formatted_text(value, UFIELD_CATEGORY_NUMBER));
    return 1;
}

/// currencyDigits(code)
duk_ret_t currency_digits(Runtime& /*runtime*/, duk_context* ctx) {
    UErrorCode status = U_ZERO_ERROR;
    duk_push_int(ctx, icu().ucurr_getDefaultFractionDigits(utf16_at(ctx, 0).c_str(), &status));
    return 1;
}

/// numberingSystem(tag): the one the locale uses, its "nu" keyword heeded.
duk_ret_t numbering_system(Runtime& /*runtime*/, duk_context* ctx) {
    UErrorCode status = U_ZERO_ERROR;
    const IcuHandle<UNumberingSystem> system(icu().unumsys_open(icu_locale(string_at(ctx, 0)).c_str(), &status),
                                             icu().unumsys_close);
    check_icu(status);
    push_text(ctx, icu().unumsys_getName(system.get()));
    return 1;
}

}  // namespace

void define_intl_number_natives(duk_context* ctx) {
    put_native(ctx, "number", native<number>, 4);
    put_native(ctx, "numberRange", native<number_range>, 4);
    put_native(ctx, "currencyDigits", native<currency_digits>, 1);
    put_native(ctx, "numberingSystem", native<numbering_system>, 1);
}

}  // namespace evald::js
