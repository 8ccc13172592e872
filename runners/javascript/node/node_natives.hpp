#pragma once

#include <duktape.h>

namespace evald::js {

/// Defines, on the object at the top of the stack, what C++ does for the built-in modules. Guarded by the caller.
void define_node_natives(duk_context* ctx);

/// Parts of the above, by subject.
void define_byte_natives(duk_context* ctx);
void define_file_natives(duk_context* ctx);
void define_folder_natives(duk_context* ctx);
void define_system_natives(duk_context* ctx);
void define_crypto_natives(duk_context* ctx);
void define_zlib_natives(duk_context* ctx);
void define_child_natives(duk_context* ctx);
void define_fetch_natives(duk_context* ctx);

inline void put_native(duk_context* ctx, const char* name, duk_c_function function, duk_idx_t count) {
    duk_push_c_function(ctx, function, count);
    duk_put_prop_string(ctx, -2, name);
}

}  // namespace evald::js
