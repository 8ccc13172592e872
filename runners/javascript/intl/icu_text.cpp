#include "intl/icu_text.hpp"

#include "engine/guarded.hpp"
#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "protocol/text_encoding.hpp"

namespace evald::js {

namespace {

constexpr unsigned k_continuation_bits = 6;
constexpr unsigned k_continuation_mask = 0x3F;

unsigned byte_at(std::string_view text, std::size_t position) {
    return position < text.size() ? static_cast<unsigned char>(text[position]) : 0U;
}

}  // namespace

// The engine's bytes name one unit each, in one to three bytes; it never keeps others that it made itself.
std::u16string to_utf16(std::string_view script_text) {
    std::u16string out;
    out.reserve(script_text.size());
    for (std::size_t at = 0; at < script_text.size();) {
        const unsigned first = byte_at(script_text, at);
        if (first < 0x80) {
            out.push_back(static_cast<char16_t>(first));
            at += 1;
        } else if (first < 0xE0) {
            out.push_back(static_cast<char16_t>((first & 0x1FU) << k_continuation_bits |
                                                (byte_at(script_text, at + 1) & k_continuation_mask)));
            at += 2;
        } else {
            out.push_back(
                static_cast<char16_t>((first & 0x0FU) << 2 * k_continuation_bits |
                                      (byte_at(script_text, at + 1) & k_continuation_mask) << k_continuation_bits |
                                      (byte_at(script_text, at + 2) & k_continuation_mask)));
            at += 3;
        }
    }
    return out;
}

std::string from_utf16(std::u16string_view text) {
    std::string out;
    out.reserve(text.size());
    for (const char16_t unit : text) {
        append_utf8(out, unit);
    }
    return out;
}

std::u16string utf16_at(duk_context* ctx, duk_idx_t index) { return to_utf16(string_at(ctx, index)); }

void push_utf16(duk_context* ctx, std::u16string_view text) { push_text(ctx, from_utf16(text)); }

std::u16string filled_text(const std::function<int32_t(UChar*, int32_t, UErrorCode*)>& fill) {
    constexpr std::size_t k_first_size = 128;
    std::u16string text(k_first_size, u'\0');
    UErrorCode status = U_ZERO_ERROR;
    int32_t length = fill(text.data(), static_cast<int32_t>(text.size()), &status);
    if (status == U_BUFFER_OVERFLOW_ERROR) {
        status = U_ZERO_ERROR;
        text.resize(static_cast<std::size_t>(length) + 1);
        length = fill(text.data(), static_cast<int32_t>(text.size()), &status);
    }
    check_icu(status);
    text.resize(static_cast<std::size_t>(length));
    return text;
}

std::string filled_name(const std::function<int32_t(char*, int32_t, UErrorCode*)>& fill) {
    constexpr std::size_t k_size = 256;
    std::string name(k_size, '\0');
    UErrorCode status = U_ZERO_ERROR;
    const int32_t length = fill(name.data(), static_cast<int32_t>(name.size()), &status);
    check_icu(status);
    name.resize(static_cast<std::size_t>(length));
    return name;
}

std::string icu_locale(std::string_view tag) {
    const std::string text(tag);
    return filled_name([&text](char* buffer, int32_t capacity, UErrorCode* status) {
        int32_t parsed = 0;
        const int32_t length = icu().uloc_forLanguageTag(text.c_str(), buffer, capacity, &parsed, status);
        if (U_SUCCESS(*status) && parsed != static_cast<int32_t>(text.size())) {
            *status = U_ILLEGAL_ARGUMENT_ERROR;
        }
        return length;
    });
}

}  // namespace evald::js
