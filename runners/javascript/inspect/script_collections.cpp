#include "inspect/script_collections.hpp"

#include "duktape/introspection.h"
#include "engine/guarded.hpp"
#include "engine/script_text.hpp"
#include "inspect/object_view.hpp"
#include "library/library.hpp"

namespace evald::js {

namespace {

/// Pushes what an object has of its own under a key that the library keeps, or undefined.
void push_hidden(duk_context* ctx, duk_idx_t index, const char* key_name) {
    index = duk_normalize_index(ctx, index);
    guarded(ctx, 0, 1, [index, key_name](duk_context* inner) {
        push_library_hooks(inner);
        const bool has_key = duk_is_object(inner, -1) != 0 && duk_get_prop_string(inner, -1, key_name) != 0;
        if (has_key && duk_is_object(inner, index) != 0 && evald_has_own(inner, index, -1) != 0) {
            duk_get_prop(inner, index);
        } else {
            duk_push_undefined(inner);
        }
    });
}

}  // namespace

void push_collection(duk_context* ctx, duk_idx_t index) { push_hidden(ctx, index, "collectionKey"); }

void push_collection_iterator(duk_context* ctx, duk_idx_t index) {
    push_hidden(ctx, index, "stateKey");
    if (duk_is_object(ctx, -1) != 0) {
        push_own_property(ctx, -1, "cursor");
        duk_remove(ctx, -2);
    }
}

void push_promise_state(duk_context* ctx, duk_idx_t index) { push_hidden(ctx, index, "promiseKey"); }

std::string big_integer_digits(duk_context* ctx, duk_idx_t index) {
    const StackMark mark(ctx);
    push_hidden(ctx, index, "bigKey");
    if (!is_string(ctx, -1)) {
        return {};
    }
    const duk_idx_t value = duk_get_top_index(ctx);
    guarded(ctx, 0, 1, [value](duk_context* inner) {
        push_library_hooks(inner);
        duk_get_prop_string(inner, -1, "bigFormat");
        duk_dup(inner, value);
        duk_push_int(inner, 10);
        duk_call(inner, 2);
    });
    return std::string(string_at(ctx, -1));
}

bool is_regexp(duk_context* ctx, duk_idx_t index) {
    const StackMark mark(ctx);
    push_hidden(ctx, index, "regexpKey");
    return duk_is_object(ctx, -1) != 0;
}

bool is_class(duk_context* ctx, duk_idx_t index) {
    const StackMark mark(ctx);
    push_hidden(ctx, index, "classKey");
    return duk_get_boolean(ctx, -1) != 0;
}

std::string collection_kind(duk_context* ctx, duk_idx_t index) {
    const StackMark mark(ctx);
    push_collection(ctx, index);
    if (duk_is_object(ctx, -1) == 0) {
        return {};
    }
    if (const char* kind = evald_table_kind(ctx, -1); kind != nullptr) {
        return kind;
    }
    push_own_property(ctx, -1, "kind");
    return std::string(string_at(ctx, -1));
}

}  // namespace evald::js
