#pragma once

#include <duktape.h>

#include <string>

namespace evald::js {

/// Looking into what the library makes in JavaScript: maps, sets, promises. No code of scripts runs.

/// "Map", "Set", "WeakMap", …; "" for anything else.
std::string collection_kind(duk_context* ctx, duk_idx_t index);

/// Pushes the inner record of a collection, or undefined: for a Map or a Set a table, see duktape/introspection.h.
void push_collection(duk_context* ctx, duk_idx_t index);

/// Pushes the cursor of an iterator of a Map or Set, or undefined.
void push_collection_iterator(duk_context* ctx, duk_idx_t index);

/// The digits of a BigInt; "" for anything else.
std::string big_integer_digits(duk_context* ctx, duk_idx_t index);

/// Is the object a RegExp?
bool is_regexp(duk_context* ctx, duk_idx_t index);

/// Is the function a class of a script?
bool is_class(duk_context* ctx, duk_idx_t index);

/// Pushes the inner record of a promise (s: 0 pending, 1 fulfilled, 2 rejected; v: value), or undefined.
void push_promise_state(duk_context* ctx, duk_idx_t index);

}  // namespace evald::js
