#include <zlib.h>

#include <array>
#include <string>

#include "engine/native_function.hpp"
#include "node/bytes.hpp"
#include "node/node_natives.hpp"

namespace evald::js {

namespace {

const char* reason_of(const z_stream& stream, const char* otherwise) {
    return stream.msg != nullptr ? stream.msg : otherwise;
}

/// deflate(bytes, windowBits, level)
duk_ret_t deflate_bytes(Runtime& /*runtime*/, duk_context* ctx) {
    const auto bytes = bytes_at(ctx, 0);
    z_stream stream{};
    if (deflateInit2(&stream, static_cast<int>(integer_at(ctx, 2, -1)), Z_DEFLATED,
                     static_cast<int>(integer_at(ctx, 1, MAX_WBITS)), 8, Z_DEFAULT_STRATEGY) != Z_OK) {
        throw NativeError(DUK_ERR_ERROR, reason_of(stream, "init error"));
    }
    std::string out(deflateBound(&stream, bytes.size()), '\0');
    stream.next_in = bytes.data();
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    push_bytes(ctx, out);
    return 1;
}

/// inflate(bytes, windowBits, mostBytes)
duk_ret_t inflate_bytes(Runtime& /*runtime*/, duk_context* ctx) {
    const auto bytes = bytes_at(ctx, 0);
    const auto most = static_cast<std::size_t>(integer_at(ctx, 2, 1LL << 30));
    z_stream stream{};
    if (inflateInit2(&stream, static_cast<int>(integer_at(ctx, 1, MAX_WBITS))) != Z_OK) {
        throw NativeError(DUK_ERR_ERROR, reason_of(stream, "init error"));
    }
    stream.next_in = bytes.data();
    stream.avail_in = static_cast<uInt>(bytes.size());
    std::string out;
    std::array<char, 65536> chunk{};
    int status = Z_OK;
    while (status == Z_OK && out.size() <= most) {
        stream.next_out = reinterpret_cast<Bytef*>(chunk.data());
        stream.avail_out = chunk.size();
        status = inflate(&stream, Z_NO_FLUSH);
        out.append(chunk.data(), chunk.size() - stream.avail_out);
        if (status == Z_STREAM_END && stream.avail_in > 1 && *stream.next_in == 0x1F) {
            status = inflateReset(&stream);  // another member of a gzip file
        }
    }
    const std::string reason = reason_of(stream, "unexpected end of file");
    inflateEnd(&stream);
    if (out.size() > most) {
        throw NativeError::range_error("Cannot create a Buffer larger than " + std::to_string(most) + " bytes");
    }
    if (status != Z_STREAM_END) {
        throw NativeError(DUK_ERR_ERROR, reason);
    }
    push_bytes(ctx, out);
    return 1;
}

/// crc32(bytes, start)
duk_ret_t crc32_of(Runtime& /*runtime*/, duk_context* ctx) {
    const auto bytes = bytes_at(ctx, 0);
    duk_push_number(ctx, static_cast<double>(::crc32(static_cast<uLong>(integer_at(ctx, 1, 0)), bytes.data(),
                                                     static_cast<uInt>(bytes.size()))));
    return 1;
}

}  // namespace

void define_zlib_natives(duk_context* ctx) {
    put_native(ctx, "deflate", native<deflate_bytes>, 3);
    put_native(ctx, "inflate", native<inflate_bytes>, 3);
    put_native(ctx, "crc32", native<crc32_of>, 2);
}

}  // namespace evald::js
