#include <string>

#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "intl/formatted_parts.hpp"
#include "intl/icu_text.hpp"
#include "intl/intl_natives.hpp"
#include "node/bytes.hpp"
#include "node/node_natives.hpp"

namespace evald::js {

namespace {

int32_t size_of(std::u16string_view text) { return static_cast<int32_t>(text.size()); }

UDateTimePatternGenerator* pattern_generator(std::string_view tag) {
    static FormatterCache<UDateTimePatternGenerator> kept;
    return kept.find_or_make(
        std::string(tag),
        [tag] {
            UErrorCode status = U_ZERO_ERROR;
            auto* generator = icu().udatpg_open(icu_locale(tag).c_str(), &status);
            check_icu(status);
            return generator;
        },
        icu().udatpg_close);
}

/// ECMAScript's calendar has no Julian dates.
void make_proleptic(UDateFormat* format) {
    constexpr double k_first_time = -8.64e15;
    UErrorCode status = U_ZERO_ERROR;
    const IcuHandle<UCalendar> calendar(icu().ucal_clone(icu().udat_getCalendar(format), &status), icu().ucal_close);
    check_icu(status);
    if (std::string_view(icu().ucal_getType(calendar.get(), &status)) == "gregorian") {
        icu().ucal_setGregorianChange(calendar.get(), k_first_time, &status);
        icu().udat_setCalendar(format, calendar.get());
    }
    check_icu(status);
}

UDateFormat* date_formatter(std::string_view tag, std::u16string_view zone, std::u16string_view pattern) {
    static FormatterCache<UDateFormat> kept;
    const std::string key = std::string(tag) + "\n" + from_utf16(zone) + "\n" + from_utf16(pattern);
    return kept.find_or_make(
        key,
        [tag, zone, pattern] {
            UErrorCode status = U_ZERO_ERROR;
            auto* formatter = icu().udat_open(UDAT_PATTERN, UDAT_PATTERN, icu_locale(tag).c_str(), zone.data(),
                                              size_of(zone), pattern.data(), size_of(pattern), &status);
            check_icu(status);
            make_proleptic(formatter);
            return formatter;
        },
        icu().udat_close);
}

/// date(tag, zone, pattern, time): parts.
duk_ret_t date(Runtime& /*runtime*/, duk_context* ctx) {
    const std::u16string zone = utf16_at(ctx, 1);
    const std::u16string pattern = utf16_at(ctx, 2);
    const UDateFormat* formatter = date_formatter(string_at(ctx, 0), zone, pattern);
    const double time = duk_get_number(ctx, 3);
    UErrorCode status = U_ZERO_ERROR;
    const IcuHandle<UFieldPositionIterator> fields(icu().ufieldpositer_open(&status), icu().ufieldpositer_close);
    check_icu(status);
    FormattedText formatted;
    formatted.text = filled_text([&](UChar* buffer, int32_t capacity, UErrorCode* failure) {
        return icu().udat_formatForFields(formatter, time, buffer, capacity, fields.get(), failure);
    });
    FormattedText::Region region{};
    while ((region.field = icu().ufieldpositer_next(fields.get(), &region.begin, &region.end)) >= 0) {
        formatted.regions.push_back(region);
    }
    push_parts(ctx, formatted);
    return 1;
}

/// dateRange(tag, zone, skeleton, from, to): parts.
duk_ret_t date_range(Runtime& /*runtime*/, duk_context* ctx) {
    static FormatterCache<UDateIntervalFormat> kept;
    const std::string tag(string_at(ctx, 0));
    const std::u16string zone = utf16_at(ctx, 1);
    const std::u16string skeleton = utf16_at(ctx, 2);
    const auto* formatter = kept.find_or_make(
        tag + "\n" + from_utf16(zone) + "\n" + from_utf16(skeleton),
        [&] {
            UErrorCode opening = U_ZERO_ERROR;
            auto* opened = icu().udtitvfmt_open(icu_locale(tag).c_str(), skeleton.data(), size_of(skeleton),
                                                zone.data(), size_of(zone), &opening);
            check_icu(opening);
            return opened;
        },
        icu().udtitvfmt_close);
    UErrorCode status = U_ZERO_ERROR;
    const IcuHandle<UFormattedDateInterval> result(icu().udtitvfmt_openResult(&status), icu().udtitvfmt_closeResult);
    icu().udtitvfmt_formatToResult(formatter, duk_get_number(ctx, 3), duk_get_number(ctx, 4), result.get(), &status);
    const auto* value = icu().udtitvfmt_resultAsValue(result.get(), &status);
    check_icu(status);
    push_parts(ctx, formatted_text(value, UFIELD_CATEGORY_DATE));
    return 1;
}

/// datePattern(tag, skeleton): how the locale writes these fields.
duk_ret_t date_pattern(Runtime& /*runtime*/, duk_context* ctx) {
    auto* generator = pattern_generator(string_at(ctx, 0));
    const std::u16string skeleton = utf16_at(ctx, 1);
    push_utf16(ctx, filled_text([&](UChar* buffer, int32_t capacity, UErrorCode* status) {
                   return icu().udatpg_getBestPatternWithOptions(generator, skeleton.data(), size_of(skeleton),
                                                                 UDATPG_MATCH_HOUR_FIELD_LENGTH, buffer, capacity,
                                                                 status);
               }));
    return 1;
}

/// dateStylePattern(tag, dateStyle, timeStyle): each 0 (full) to 3 (short), or -1.
duk_ret_t date_style_pattern(Runtime& /*runtime*/, duk_context* ctx) {
    const auto date_style = static_cast<UDateFormatStyle>(integer_at(ctx, 1, UDAT_NONE));
    const auto time_style = static_cast<UDateFormatStyle>(integer_at(ctx, 2, UDAT_NONE));
    UErrorCode opening = U_ZERO_ERROR;
    const IcuHandle<UDateFormat> formatter(
        icu().udat_open(time_style, date_style, icu_locale(string_at(ctx, 0)).c_str(), nullptr, 0, nullptr, 0,
                        &opening),
        icu().udat_close);
    check_icu(opening);
    push_utf16(ctx, filled_text([&](UChar* buffer, int32_t capacity, UErrorCode* status) {
                   return icu().udat_toPattern(formatter.get(), 0, buffer, capacity, status);
               }));
    return 1;
}

/// skeletonOf(pattern)
duk_ret_t skeleton_of(Runtime& /*runtime*/, duk_context* ctx) {
    const std::u16string pattern = utf16_at(ctx, 0);
    push_utf16(ctx, filled_text([&](UChar* buffer, int32_t capacity, UErrorCode* status) {
                   return icu().udatpg_getSkeleton(nullptr, pattern.data(), size_of(pattern), buffer, capacity, status);
               }));
    return 1;
}

/// hourCycle(tag): what the locale prefers.
duk_ret_t hour_cycle(Runtime& /*runtime*/, duk_context* ctx) {
    UErrorCode status = U_ZERO_ERROR;
    const auto cycle = icu().udatpg_getDefaultHourCycle(pattern_generator(string_at(ctx, 0)), &status);
    check_icu(status);
    push_text(ctx, cycle == UDAT_HOUR_CYCLE_11   ? "h11"
                   : cycle == UDAT_HOUR_CYCLE_12 ? "h12"
                   : cycle == UDAT_HOUR_CYCLE_23 ? "h23"
                                                 : "h24");
    return 1;
}

/// timeZone(name): ICU's name for the zone; undefined if it is none.
duk_ret_t time_zone(Runtime& /*runtime*/, duk_context* ctx) {
    const std::u16string name = utf16_at(ctx, 0);
    UBool is_known = 0;
    std::u16string canonical;
    try {
        canonical = filled_text([&](UChar* buffer, int32_t capacity, UErrorCode* status) {
            return icu().ucal_getCanonicalTimeZoneID(name.data(), size_of(name), buffer, capacity, &is_known, status);
        });
    } catch (const NativeError&) {
        return 0;
    }
    if (is_known == 0) {
        return 0;
    }
    push_utf16(ctx, canonical);
    return 1;
}

/// hostTimeZone(): as TZ or the system's files have it.
duk_ret_t host_time_zone(Runtime& /*runtime*/, duk_context* ctx) {
    push_utf16(ctx, filled_text([](UChar* buffer, int32_t capacity, UErrorCode* status) {
                   return icu().ucal_getHostTimeZone(buffer, capacity, status);
               }));
    return 1;
}

/// dateField(tag, field, width): the name of a field, by ICU's numbers.
duk_ret_t date_field(Runtime& /*runtime*/, duk_context* ctx) {
    const auto* generator = pattern_generator(string_at(ctx, 0));
    const auto field = static_cast<UDateTimePatternField>(integer_at(ctx, 1, 0));
    const auto width = static_cast<UDateTimePGDisplayWidth>(integer_at(ctx, 2, 0));
    push_utf16(ctx, filled_text([&](UChar* buffer, int32_t capacity, UErrorCode* status) {
                   return icu().udatpg_getFieldDisplayName(generator, field, width, buffer, capacity, status);
               }));
    return 1;
}

}  // namespace

void define_intl_date_natives(duk_context* ctx) {
    put_native(ctx, "date", native<date>, 4);
    put_native(ctx, "dateRange", native<date_range>, 5);
    put_native(ctx, "datePattern", native<date_pattern>, 2);
    put_native(ctx, "dateStylePattern", native<date_style_pattern>, 3);
    put_native(ctx, "skeletonOf", native<skeleton_of>, 1);
    put_native(ctx, "hourCycle", native<hour_cycle>, 1);
    put_native(ctx, "timeZone", native<time_zone>, 1);
    put_native(ctx, "hostTimeZone", native<host_time_zone>, 0);
    put_native(ctx, "dateField", native<date_field>, 3);
}

}  // namespace evald::js
