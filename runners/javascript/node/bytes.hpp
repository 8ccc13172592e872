#pragma once

#include <duktape.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace evald::js {

/// The bytes of a typed array, ArrayBuffer or DataView at `index`; throws NativeError for anything else. Valid while the
/// value is reachable and no script runs.
std::span<std::uint8_t> bytes_at(duk_context* ctx, duk_idx_t index);
inline std::string_view text_of(std::span<const std::uint8_t> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Pushes a new Uint8Array with a copy of the bytes. Throws ScriptError for want of memory.
void push_bytes(duk_context* ctx, std::string_view bytes);

/// The same in two steps, for bytes that are made where they stay: pushes a buffer of that size, with anything in it; makes
/// the buffer at the top a Uint8Array. Both throw ScriptError for want of memory.
std::span<std::uint8_t> push_room(duk_context* ctx, std::size_t size);
void push_view(duk_context* ctx, std::size_t size);

/// A path argument, as the system has it.
std::string path_at(duk_context* ctx, duk_idx_t index);

/// A number argument as an integer, or `otherwise` for anything else.
long long integer_at(duk_context* ctx, duk_idx_t index, long long otherwise);

}  // namespace evald::js
