#include "inspect/object_view.hpp"

#include "engine/guarded.hpp"
#include "engine/script_text.hpp"

namespace evald::js {

KeyList::KeyList(duk_context* ctx, duk_idx_t object, unsigned flags) : ctx_(ctx) {
    object = duk_normalize_index(ctx, object);
    guarded(ctx, 0, 1, [object, flags](duk_context* inner) { evald_push_own_keys(inner, object, flags); });
    index_ = duk_get_top_index(ctx);
    size_ = duk_get_length(ctx, index_);
}

void KeyList::push(std::size_t position) const {
    guarded(ctx_, 0, 1, [this, position](duk_context* inner) {
        duk_get_prop_index(inner, index_, static_cast<duk_uarridx_t>(position));
    });
}

OwnProperty push_own_property(duk_context* ctx, duk_idx_t object) {
    OwnProperty found;
    object = duk_normalize_index(ctx, object);
    guarded(ctx, 1, 1, [object, &found](duk_context* inner) {
        unsigned flags = 0;
        if (evald_own_property(inner, object, &flags) == 0) {
            duk_push_undefined(inner);
            return;
        }
        const bool getter = (flags & EVALD_PROPERTY_GETTER) != 0;
        const bool setter = (flags & EVALD_PROPERTY_SETTER) != 0;
        found.is_enumerable = (flags & EVALD_PROPERTY_ENUMERABLE) != 0;
        found.kind = getter && setter ? OwnProperty::Kind::getter_and_setter
                     : getter         ? OwnProperty::Kind::getter
                     : setter         ? OwnProperty::Kind::setter
                                      : OwnProperty::Kind::value;
    });
    return found;
}

OwnProperty push_own_property(duk_context* ctx, duk_idx_t object, std::string_view name) {
    object = duk_normalize_index(ctx, object);
    push_text(ctx, name);
    return push_own_property(ctx, object);
}

void push_plain_property(duk_context* ctx, duk_idx_t object, std::string_view name) {
    constexpr int k_longest_chain = 1000;
    object = duk_normalize_index(ctx, object);
    duk_dup(ctx, object);  // [ ... current ]
    for (int i = 0; i < k_longest_chain && duk_is_object(ctx, -1); ++i) {
        const OwnProperty found = push_own_property(ctx, -1, name);
        if (found.kind == OwnProperty::Kind::value) {
            duk_remove(ctx, -2);
            return;
        }
        duk_pop(ctx);
        if (found.kind != OwnProperty::Kind::absent) {
            break;
        }
        push_prototype(ctx, -1);
        duk_remove(ctx, -2);
    }
    duk_pop(ctx);
    duk_push_undefined(ctx);
}

void push_prototype(duk_context* ctx, duk_idx_t object) {
    object = duk_normalize_index(ctx, object);
    if (evald_class_of(ctx, object) == EVALD_CLASS_PROXY) {
        duk_push_null(ctx);
        return;
    }
    duk_get_prototype(ctx, object);
    if (duk_is_undefined(ctx, -1)) {
        duk_pop(ctx);
        duk_push_null(ctx);
    }
}

std::string function_name(duk_context* ctx, duk_idx_t function) {
    const StackMark mark(ctx);
    push_own_property(ctx, function, "name");
    return std::string(string_at(ctx, -1));
}

void push_property(duk_context* ctx, duk_idx_t object, std::string_view key) {
    object = duk_normalize_index(ctx, object);
    guarded(ctx, 0, 1,
            [object, key](duk_context* inner) { duk_get_prop_lstring(inner, object, key.data(), key.size()); });
}

void call_method(duk_context* ctx, duk_idx_t argument_count) {
    guarded(ctx, argument_count + 2, 1,
            [argument_count](duk_context* inner) { duk_call_method(inner, argument_count); });
}

}  // namespace evald::js
