#include "engine/engine.hpp"
#include "engine/guarded.hpp"
#include "engine/intrinsics.hpp"
#include "engine/script_text.hpp"
#include "inspect/inspector.hpp"
#include "inspect/object_view.hpp"

namespace evald::js {

namespace {

/// Runs Symbol.hasInstance and may meet a proxy: anything thrown means no.
bool is_instance(duk_context* ctx, duk_idx_t object, duk_idx_t constructor) {
    bool answer = false;
    try {
        guarded(ctx, 0, 0, [&answer, object, constructor](duk_context* inner) {
            answer = duk_instanceof(inner, object, constructor) != 0;
        });
    } catch (const ScriptError&) {
        take_thrown_value(ctx);
        duk_pop(ctx);
    }
    return answer;
}

/// The name that a prototype's `constructor` has, if `object` is an instance of it; else "".
std::string name_from_prototype(duk_context* ctx, duk_idx_t object, duk_idx_t prototype) {
    const StackMark mark(ctx);
    push_own_property(ctx, prototype, "constructor");
    if (duk_is_function(ctx, -1) == 0) {
        return {};
    }
    const duk_idx_t constructor = duk_get_top_index(ctx);
    const std::string name = function_name(ctx, constructor);
    return !name.empty() && is_instance(ctx, object, constructor) ? name : std::string();
}

}  // namespace

std::optional<std::string> Inspector::constructor_name(duk_idx_t index, int level) {
    constexpr int k_longest_chain = 1000;
    const StackMark mark(ctx_);
    bool has_prototype = false;
    duk_dup(ctx_, index);
    const duk_idx_t current = duk_get_top_index(ctx_);
    for (int i = 0; i < k_longest_chain && duk_is_object(ctx_, current) != 0; ++i) {
        if (i > 0) {
            // Known by identity, in case their `constructor` was tampered with.
            if (is_intrinsic(ctx_, current, Intrinsic::object_prototype)) {
                return "Object";
            }
            if (is_intrinsic(ctx_, current, Intrinsic::function_prototype)) {
                return "Function";
            }
        }
        std::string name = name_from_prototype(ctx_, index, current);
        if (!name.empty()) {
            return name;
        }
        push_prototype(ctx_, current);
        duk_replace(ctx_, current);
        has_prototype = has_prototype || duk_is_object(ctx_, current) != 0;
    }
    if (!has_prototype) {
        return std::nullopt;
    }
    // A prototype of its own that leads nowhere.
    push_prototype(ctx_, index);
    if (level > options_.depth) {
        return "Object <Complex prototype>";
    }
    const auto outer = constructor_name(-1, level + 1);
    if (outer) {
        return "Object <" + *outer + ">";
    }
    InspectOptions options = options_;
    options.custom_inspect = false;
    options.depth = -1;
    return "Object <" + Inspector(ctx_, options).inspect(-1) + ">";
}

std::string Inspector::string_tag(duk_idx_t index) {
    constexpr std::string_view k_symbol = DUK_WELLKNOWN_SYMBOL("Symbol.toStringTag");
    const StackMark mark(ctx_);
    try {
        push_property(ctx_, index, k_symbol);
    } catch (const ScriptError&) {
        take_thrown_value(ctx_);
        check_still_wanted();
        return {};
    }
    std::string tag(string_at(ctx_, -1));
    if (!tag.empty()) {
        const OwnProperty own = push_own_property(ctx_, index, k_symbol);
        const bool shown_as_property = options_.show_hidden ? own.kind != OwnProperty::Kind::absent : own.is_enumerable;
        if (shown_as_property) {
            return {};
        }
    }
    return tag;
}

std::string Inspector::prefix(const Subject& subject, std::string_view fallback, std::string_view size) {
    const std::string tag = subject.tag.empty() ? "" : "[" + subject.tag + "] ";
    if (!subject.constructor) {
        const bool tag_is_new = !subject.tag.empty() && fallback != subject.tag;
        return "[" + std::string(fallback) + std::string(size) + ": null prototype] " + (tag_is_new ? tag : "");
    }
    const bool tag_is_new = !subject.tag.empty() && *subject.constructor != subject.tag;
    return *subject.constructor + std::string(size) + ' ' + (tag_is_new ? tag : "");
}

}  // namespace evald::js
