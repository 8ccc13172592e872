#include <string>
#include <string_view>
#include <unordered_set>

#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "intl/icu_text.hpp"
#include "intl/intl_natives.hpp"
#include "node/bytes.hpp"
#include "node/node_natives.hpp"

namespace evald::js {

namespace {

std::string language_tag(const std::string& locale) {
    return filled_name([&locale](char* buffer, int32_t capacity, UErrorCode* status) {
        return icu().uloc_toLanguageTag(locale.c_str(), buffer, capacity, 1, status);
    });
}

/// "zh-Hant-TW" is also found as "zh-TW".
std::string without_script(const std::string& tag) {
    constexpr std::size_t k_script_size = 4;
    const std::size_t first = tag.find('-');
    const std::size_t second = first == std::string::npos ? first : tag.find('-', first + 1);
    return second != std::string::npos && second - first - 1 == k_script_size
               ? tag.substr(0, first) + tag.substr(second)
               : std::string();
}

std::unordered_set<std::string> find_available() {
    std::unordered_set<std::string> tags;
    for (int32_t number = 0; number < icu().uloc_countAvailable(); ++number) {
        const std::string tag = language_tag(icu().uloc_getAvailable(number));
        tags.insert(without_script(tag));
        tags.insert(tag);
    }
    tags.erase("");
    return tags;
}

/// isAvailable(tag)
duk_ret_t is_available(Runtime& /*runtime*/, duk_context* ctx) {
    static const std::unordered_set<std::string> available = find_available();
    duk_push_boolean(ctx, available.count(std::string(string_at(ctx, 0))) != 0 ? 1 : 0);
    return 1;
}

/// canonicalTag(tag): undefined if it is none.
duk_ret_t canonical_tag(Runtime& /*runtime*/, duk_context* ctx) {
    std::string tag;
    try {
        tag = language_tag(icu_locale(string_at(ctx, 0)));
    } catch (const NativeError&) {
        return 0;
    }
    push_text(ctx, tag);
    return 1;
}

/// likelyTag(tag, isMost): with the subtags it implies, or without them.
duk_ret_t likely_tag(Runtime& /*runtime*/, duk_context* ctx) {
    const std::string locale = icu_locale(string_at(ctx, 0));
    const auto change = duk_to_boolean(ctx, 1) != 0 ? icu().uloc_addLikelySubtags : icu().uloc_minimizeSubtags;
    push_text(ctx, language_tag(filled_name([&](char* buffer, int32_t capacity, UErrorCode* status) {
                  return change(locale.c_str(), buffer, capacity, status);
              })));
    return 1;
}

/// names(kind, tag): what ICU knows of "calendar", "currency", "numberingSystem" or "timeZone", parted by spaces; for
/// "preferredCalendar" what the locale's region uses.
duk_ret_t names(Runtime& /*runtime*/, duk_context* ctx) {
    const std::string_view kind = string_at(ctx, 0);
    const std::string locale = icu_locale(string_at(ctx, 1));
    UErrorCode status = U_ZERO_ERROR;
    UEnumeration* opened =
        kind == "currency"          ? icu().ucurr_openISOCurrencies(UCURR_ALL, &status)
        : kind == "numberingSystem" ? icu().unumsys_openAvailableNames(&status)
        : kind == "timeZone" ? icu().ucal_openTimeZoneIDEnumeration(UCAL_ZONE_TYPE_CANONICAL, nullptr, nullptr, &status)
        : kind == "anyTimeZone" ? icu().ucal_openTimeZoneIDEnumeration(UCAL_ZONE_TYPE_ANY, nullptr, nullptr, &status)
                                : icu().ucal_getKeywordValuesForLocale("calendar", locale.c_str(),
                                                                       kind == "preferredCalendar" ? 1 : 0, &status);
    const IcuHandle<UEnumeration> all(opened, icu().uenum_close);
    check_icu(status);
    std::string text;
    while (const char* name = icu().uenum_next(all.get(), nullptr, &status)) {
        text += text.empty() ? name : std::string(" ") + name;
    }
    check_icu(status);
    push_text(ctx, text);
    return 1;
}

/// isDigits(numberingSystem): whether it is one of ten digits.
duk_ret_t is_digits(Runtime& /*runtime*/, duk_context* ctx) {
    UErrorCode status = U_ZERO_ERROR;
    const IcuHandle<UNumberingSystem> system(icu().unumsys_openByName(std::string(string_at(ctx, 0)).c_str(), &status),
                                             icu().unumsys_close);
    duk_push_boolean(ctx, U_SUCCESS(status) && icu().unumsys_isAlgorithmic(system.get()) == 0 ? 1 : 0);
    return 1;
}

/// displayName(tag, type, code, width, isStandard): undefined where there is none. Widths: 0 long, 1 short, 2 narrow.
duk_ret_t display_name(Runtime& /*runtime*/, duk_context* ctx) {
    const std::string locale = icu_locale(string_at(ctx, 0));
    const std::string_view type = string_at(ctx, 1);
    const std::string code(string_at(ctx, 2));
    const long long width = integer_at(ctx, 3, 0);
    UDisplayContext contexts[] = {duk_to_boolean(ctx, 4) != 0 ? UDISPCTX_STANDARD_NAMES : UDISPCTX_DIALECT_NAMES,
                                  width == 0 ? UDISPCTX_LENGTH_FULL : UDISPCTX_LENGTH_SHORT, UDISPCTX_NO_SUBSTITUTE};
    constexpr int32_t k_contexts = 3;
    UErrorCode opening = U_ZERO_ERROR;
    const IcuHandle<ULocaleDisplayNames> display(
        icu().uldn_openForContext(locale.c_str(), contexts, k_contexts, &opening), icu().uldn_close);
    check_icu(opening);
    const std::string named = type == "language" ? icu_locale(code) : code;
    std::u16string name;
    try {
        name = filled_text([&](UChar* buffer, int32_t capacity, UErrorCode* status) {
            return type == "language"
                       ? icu().uldn_localeDisplayName(display.get(), named.c_str(), buffer, capacity, status)
                   : type == "region"
                       ? icu().uldn_regionDisplayName(display.get(), code.c_str(), buffer, capacity, status)
                   : type == "script"
                       ? icu().uldn_scriptDisplayName(display.get(), code.c_str(), buffer, capacity, status)
                       : icu().uldn_keyValueDisplayName(display.get(), "calendar", code.c_str(), buffer, capacity,
                                                        status);
        });
    } catch (const NativeError&) {
        return 0;
    }
    if (name.empty()) {
        return 0;
    }
    push_utf16(ctx, name);
    return 1;
}

/// currencyName(tag, code, width): undefined where there is none. Widths: 0 long, 1 symbol, 2 narrow symbol.
duk_ret_t currency_name(Runtime& /*runtime*/, duk_context* ctx) {
    const std::string locale = icu_locale(string_at(ctx, 0));
    const long long width = integer_at(ctx, 2, 0);
    const UCurrNameStyle style = width == 0   ? UCURR_LONG_NAME
                                 : width == 1 ? UCURR_SYMBOL_NAME
                                              : UCURR_NARROW_SYMBOL_NAME;
    UErrorCode status = U_ZERO_ERROR;
    int32_t length = 0;
    const UChar* name = icu().ucurr_getName(utf16_at(ctx, 1).c_str(), locale.c_str(), style, nullptr, &length, &status);
    check_icu(status);
    if (status == U_USING_DEFAULT_WARNING) {
        return 0;
    }
    push_utf16(ctx, {name, static_cast<std::size_t>(length)});
    return 1;
}

}  // namespace

void define_intl_locale_natives(duk_context* ctx) {
    put_native(ctx, "isAvailable", native<is_available>, 1);
    put_native(ctx, "canonicalTag", native<canonical_tag>, 1);
    put_native(ctx, "likelyTag", native<likely_tag>, 2);
    put_native(ctx, "names", native<names>, 2);
    put_native(ctx, "isDigits", native<is_digits>, 1);
    put_native(ctx, "displayName", native<display_name>, 5);
    put_native(ctx, "currencyName", native<currency_name>, 3);
}

void define_intl_natives(duk_context* ctx) {
    duk_push_bare_object(ctx);
    define_intl_number_natives(ctx);
    define_intl_date_natives(ctx);
    define_intl_text_natives(ctx);
    define_intl_phrase_natives(ctx);
    define_intl_locale_natives(ctx);
    duk_put_prop_string(ctx, -2, "intl");
}

}  // namespace evald::js
