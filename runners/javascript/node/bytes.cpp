#include "node/bytes.hpp"

#include <cmath>
#include <cstring>

#include "engine/guarded.hpp"
#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "protocol/text_encoding.hpp"

namespace evald::js {

std::span<std::uint8_t> bytes_at(duk_context* ctx, duk_idx_t index) {
    duk_size_t size = 0;
    if (duk_is_buffer_data(ctx, index) == 0) {
        throw NativeError::type_error("bytes are needed: a Buffer, a typed array or an ArrayBuffer");
    }
    void* data = duk_get_buffer_data(ctx, index, &size);
    return {static_cast<std::uint8_t*>(data), size};
}

std::span<std::uint8_t> push_room(duk_context* ctx, std::size_t size) {
    void* data = nullptr;
    guarded(ctx, 0, 1, [size, &data](duk_context* inner) {
        data = duk_push_buffer_raw(inner, size, DUK_BUF_FLAG_NOZERO);
    });
    return {static_cast<std::uint8_t*>(data), size};
}

void push_view(duk_context* ctx, std::size_t size) {
    guarded(ctx, 1, 1, [size](duk_context* inner) {
        duk_push_buffer_object(inner, -1, 0, size, DUK_BUFOBJ_UINT8ARRAY);
        duk_remove(inner, -2);
    });
}

void push_bytes(duk_context* ctx, std::string_view bytes) {
    const std::span<std::uint8_t> room = push_room(ctx, bytes.size());
    if (!bytes.empty()) {
        std::memcpy(room.data(), bytes.data(), bytes.size());
    }
    push_view(ctx, bytes.size());
}

std::string path_at(duk_context* ctx, duk_idx_t index) { return to_utf8(string_at(ctx, index)); }

long long integer_at(duk_context* ctx, duk_idx_t index, long long otherwise) {
    const double number = duk_get_number(ctx, index);  // NaN for what is no number
    constexpr double k_largest = 9007199254740991.0;
    return std::isnan(number) || std::fabs(number) > k_largest ? otherwise : static_cast<long long>(number);
}

}  // namespace evald::js
