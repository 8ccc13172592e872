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

void push_bytes(duk_context* ctx, std::string_view bytes) {
    guarded(ctx, 0, 1, [bytes](duk_context* inner) {
        void* data = duk_push_fixed_buffer(inner, bytes.size());
        if (!bytes.empty()) {
            std::memcpy(data, bytes.data(), bytes.size());
        }
        duk_push_buffer_object(inner, -1, 0, bytes.size(), DUK_BUFOBJ_UINT8ARRAY);
    });
}

std::string path_at(duk_context* ctx, duk_idx_t index) { return to_utf8(string_at(ctx, index)); }

long long integer_at(duk_context* ctx, duk_idx_t index, long long otherwise) {
    const double number = duk_get_number(ctx, index);  // NaN for what is no number
    constexpr double k_largest = 9007199254740991.0;
    return std::isnan(number) || std::fabs(number) > k_largest ? otherwise : static_cast<long long>(number);
}

}  // namespace evald::js
