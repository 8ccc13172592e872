#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "engine/guarded.hpp"
#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "intl/icu_text.hpp"
#include "intl/intl_natives.hpp"
#include "node/bytes.hpp"
#include "node/node_natives.hpp"

namespace evald::js {

namespace {

int32_t size_of(std::u16string_view text) { return static_cast<int32_t>(text.size()); }

void set_strength(UCollator* collator, std::string_view sensitivity) {
    UErrorCode status = U_ZERO_ERROR;
    const UColAttributeValue strength = sensitivity == "base" || sensitivity == "case" ? UCOL_PRIMARY
                                        : sensitivity == "accent"                      ? UCOL_SECONDARY
                                                                                       : UCOL_TERTIARY;
    icu().ucol_setAttribute(collator, UCOL_STRENGTH, strength, &status);
    if (sensitivity == "case") {
        icu().ucol_setAttribute(collator, UCOL_CASE_LEVEL, UCOL_ON, &status);
    }
    check_icu(status);
}

/// `options`: sensitivity, "numeric" or "", case first, and "shifted", "unshifted" or "" for what the locale does; parted
/// by spaces.
UCollator* make_collator(std::string_view tag, std::string_view options) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at <= options.size();) {
        const std::size_t end = std::min(options.find(' ', at), options.size());
        words.push_back(options.substr(at, end - at));
        at = end + 1;
    }
    words.resize(4);
    UErrorCode status = U_ZERO_ERROR;
    auto* collator = icu().ucol_open(icu_locale(tag).c_str(), &status);
    check_icu(status);
    if (!words[0].empty()) {
        set_strength(collator, words[0]);
    }
    if (words[1] == "numeric") {
        icu().ucol_setAttribute(collator, UCOL_NUMERIC_COLLATION, UCOL_ON, &status);
    }
    if (words[2] == "upper" || words[2] == "lower") {
        icu().ucol_setAttribute(collator, UCOL_CASE_FIRST, words[2] == "upper" ? UCOL_UPPER_FIRST : UCOL_LOWER_FIRST,
                                &status);
    }
    if (!words[3].empty()) {
        icu().ucol_setAttribute(collator, UCOL_ALTERNATE_HANDLING,
                                words[3] == "shifted" ? UCOL_SHIFTED : UCOL_NON_IGNORABLE, &status);
    }
    check_icu(status);
    return collator;
}

/// compare(tag, options, a, b): -1, 0 or 1
duk_ret_t compare(Runtime& /*runtime*/, duk_context* ctx) {
    static FormatterCache<UCollator> kept;
    const std::string_view tag = string_at(ctx, 0);
    const std::string_view options = string_at(ctx, 1);
    const auto* collator = kept.find_or_make(
        std::string(tag) + "\n" + std::string(options), [tag, options] { return make_collator(tag, options); },
        icu().ucol_close);
    const std::u16string a = utf16_at(ctx, 2);
    const std::u16string b = utf16_at(ctx, 3);
    duk_push_int(ctx, icu().ucol_strcoll(collator, a.data(), size_of(a), b.data(), size_of(b)));
    return 1;
}

/// changeCase(tag, text, isUpper)
duk_ret_t change_case(Runtime& /*runtime*/, duk_context* ctx) {
    const std::string locale = icu_locale(string_at(ctx, 0));
    const std::u16string text = utf16_at(ctx, 1);
    const auto change = duk_to_boolean(ctx, 2) != 0 ? icu().u_strToUpper : icu().u_strToLower;
    push_utf16(ctx, filled_text([&](UChar* buffer, int32_t capacity, UErrorCode* status) {
                   return change(buffer, capacity, text.data(), size_of(text), locale.c_str(), status);
               }));
    return 1;
}

/// breaks(tag, kind, text): the ends of the segments and the status of each, in turn. Kind 0 characters, 1 words,
/// 3 sentences.
duk_ret_t breaks(Runtime& /*runtime*/, duk_context* ctx) {
    const std::u16string text = utf16_at(ctx, 2);
    UErrorCode status = U_ZERO_ERROR;
    const IcuHandle<UBreakIterator> iterator(
        icu().ubrk_open(static_cast<UBreakIteratorType>(duk_get_int(ctx, 1)), icu_locale(string_at(ctx, 0)).c_str(),
                        text.data(), size_of(text), &status),
        icu().ubrk_close);
    check_icu(status);
    std::vector<int32_t> found;
    icu().ubrk_first(iterator.get());
    for (int32_t end = icu().ubrk_next(iterator.get()); end != UBRK_DONE; end = icu().ubrk_next(iterator.get())) {
        found.push_back(end);
        found.push_back(icu().ubrk_getRuleStatus(iterator.get()));
    }
    guarded(ctx, 0, 1, [&found](duk_context* inner) {
        duk_push_array(inner);
        duk_uarridx_t position = 0;
        for (const int32_t number : found) {
            duk_push_int(inner, number);
            duk_put_prop_index(inner, -2, position++);
        }
    });
    return 1;
}

/// decodeText(encoding, bytes, isFatal): undefined for bytes that are none of the encoding's, if that is fatal.
duk_ret_t decode_text(Runtime& /*runtime*/, duk_context* ctx) {
    UErrorCode status = U_ZERO_ERROR;
    const IcuHandle<UConverter> converter(icu().ucnv_open(std::string(string_at(ctx, 0)).c_str(), &status),
                                          icu().ucnv_close);
    check_icu(status);
    const std::string bytes(text_of(bytes_at(ctx, 1)));
    if (duk_to_boolean(ctx, 2) != 0) {
        icu().ucnv_setToUCallBack(converter.get(), icu().UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &status);
        check_icu(status);
    }
    std::u16string text(2 * bytes.size() + 1, u'\0');
    const int32_t length = icu().ucnv_toUChars(converter.get(), text.data(), size_of(text), bytes.data(),
                                               static_cast<int32_t>(bytes.size()), &status);
    if (U_FAILURE(status)) {
        return 0;
    }
    text.resize(static_cast<std::size_t>(length));
    push_utf16(ctx, text);
    return 1;
}

}  // namespace

void define_intl_text_natives(duk_context* ctx) {
    put_native(ctx, "decodeText", native<decode_text>, 3);
    put_native(ctx, "compare", native<compare>, 4);
    put_native(ctx, "changeCase", native<change_case>, 3);
    put_native(ctx, "breaks", native<breaks>, 3);
}

}  // namespace evald::js
