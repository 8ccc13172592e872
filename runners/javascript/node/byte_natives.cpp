#include <algorithm>
#include <cstring>

#include "engine/guarded.hpp"
#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "node/bytes.hpp"
#include "node/node_natives.hpp"
#include "node/text_bytes.hpp"

namespace evald::js {

namespace {

TextEncoding encoding_at(duk_context* ctx, duk_idx_t index) {
    const auto encoding = text_encoding(string_at(ctx, index));
    if (!encoding) {
        throw NativeError::type_error("Unknown encoding: " + std::string(string_at(ctx, index)));
    }
    return *encoding;
}

/// encode(text, encoding): a Uint8Array
duk_ret_t encode(Runtime& /*runtime*/, duk_context* ctx) {
    push_bytes(ctx, encode_text(string_at(ctx, 0), encoding_at(ctx, 1)));
    return 1;
}

/// decode(bytes, encoding, start, end)
duk_ret_t decode(Runtime& /*runtime*/, duk_context* ctx) {
    const auto bytes = bytes_at(ctx, 0);
    const auto size = static_cast<long long>(bytes.size());
    const long long start = std::clamp<long long>(integer_at(ctx, 2, 0), 0, size);
    const long long end = std::clamp<long long>(integer_at(ctx, 3, size), start, size);
    const std::string_view part =
        text_of(bytes).substr(static_cast<std::size_t>(start), static_cast<std::size_t>(end - start));
    push_text(ctx, decode_bytes(part, encoding_at(ctx, 1)));
    return 1;
}

/// isEncoding(name)
duk_ret_t is_encoding(Runtime& /*runtime*/, duk_context* ctx) {
    duk_push_boolean(ctx, is_string(ctx, 0) && text_encoding(string_at(ctx, 0)).has_value() ? 1 : 0);
    return 1;
}

/// compareBytes(a, b): -1, 0, 1
duk_ret_t compare_bytes(Runtime& /*runtime*/, duk_context* ctx) {
    const int order = text_of(bytes_at(ctx, 0)).compare(text_of(bytes_at(ctx, 1)));
    duk_push_int(ctx, order < 0 ? -1 : order > 0 ? 1 : 0);
    return 1;
}

/// findBytes(bytes, wanted, from, backwards)
duk_ret_t find_bytes(Runtime& /*runtime*/, duk_context* ctx) {
    const std::string_view text = text_of(bytes_at(ctx, 0));
    const std::string_view wanted = text_of(bytes_at(ctx, 1));
    const auto from = static_cast<std::size_t>(std::max<long long>(integer_at(ctx, 2, 0), 0));
    const std::size_t at = duk_to_boolean(ctx, 3) != 0 ? text.rfind(wanted, from) : text.find(wanted, from);
    duk_push_number(ctx, at == std::string_view::npos ? -1 : static_cast<double>(at));
    return 1;
}

/// copyBytes(target, targetStart, source, sourceStart, sourceEnd): how many; the caller has checked the numbers' signs
duk_ret_t copy_bytes(Runtime& /*runtime*/, duk_context* ctx) {
    const auto target = bytes_at(ctx, 0);
    const auto source = bytes_at(ctx, 2);
    const auto bounded = [ctx](duk_idx_t index, std::size_t size) {
        return static_cast<std::size_t>(std::clamp<long long>(integer_at(ctx, index, static_cast<long long>(size)), 0,
                                                              static_cast<long long>(size)));
    };
    const std::size_t to = bounded(1, target.size());
    const std::size_t from = bounded(3, source.size());
    const std::size_t end = std::max(from, bounded(4, source.size()));
    const std::size_t count = std::min(end - from, target.size() - to);
    if (count > 0) {
        std::memmove(target.data() + to, source.data() + from, count);
    }
    duk_push_number(ctx, static_cast<double>(count));
    return 1;
}

/// withPrototype(object, prototype): the object, for new ones of ours; a script's own go through Object.setPrototypeOf
duk_ret_t with_prototype(Runtime& /*runtime*/, duk_context* ctx) {
    guarded(ctx, 0, 0, [](duk_context* inner) {
        duk_dup(inner, 1);
        duk_set_prototype(inner, 0);
    });
    duk_dup(ctx, 0);
    return 1;
}

}  // namespace

void define_byte_natives(duk_context* ctx) {
    put_native(ctx, "encode", native<encode>, 2);
    put_native(ctx, "decode", native<decode>, 4);
    put_native(ctx, "isEncoding", native<is_encoding>, 1);
    put_native(ctx, "compareBytes", native<compare_bytes>, 2);
    put_native(ctx, "findBytes", native<find_bytes>, 4);
    put_native(ctx, "withPrototype", native<with_prototype>, 2);
    put_native(ctx, "copyBytes", native<copy_bytes>, 5);
}

}  // namespace evald::js
