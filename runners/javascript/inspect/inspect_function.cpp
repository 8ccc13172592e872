#include "inspect/inspect_function.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/guarded.hpp"
#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "inspect/inspector.hpp"
#include "inspect/object_view.hpp"

namespace evald::js {

namespace {

constexpr const char* k_slot = "inspect";

std::optional<double> number_option(duk_context* ctx, duk_idx_t options, std::string_view key) {
    const StackMark mark(ctx);
    push_property(ctx, options, key);
    if (duk_is_null(ctx, -1)) {
        return HUGE_VAL;
    }
    if (duk_is_number(ctx, -1) == 0 || duk_is_nan(ctx, -1)) {
        return std::nullopt;
    }
    return duk_get_number(ctx, -1);
}

bool bool_option(duk_context* ctx, duk_idx_t options, std::string_view key, bool otherwise) {
    const StackMark mark(ctx);
    push_property(ctx, options, key);
    return duk_is_undefined(ctx, -1) ? otherwise : duk_to_boolean(ctx, -1) != 0;
}

std::size_t size_option(duk_context* ctx, duk_idx_t options, std::string_view key, std::size_t otherwise) {
    constexpr double k_largest = 1e9;
    const auto number = number_option(ctx, options, key);
    return number ? static_cast<std::size_t>(std::clamp(*number, 0.0, k_largest)) : otherwise;
}

void read_compact(duk_context* ctx, duk_idx_t index, InspectOptions& options) {
    const StackMark mark(ctx);
    push_property(ctx, index, "compact");
    if (duk_is_boolean(ctx, -1)) {
        options.compact = duk_get_boolean(ctx, -1) != 0 ? 3 : 0;
    } else if (duk_is_number(ctx, -1)) {
        options.compact = static_cast<int>(std::clamp(duk_get_number(ctx, -1), 0.0, 1000.0));
    }
}

duk_ret_t inspect(Runtime& /*runtime*/, duk_context* ctx) {
    InspectOptions options;
    if (duk_is_object(ctx, 1)) {
        options = read_inspect_options(ctx, 1);
    } else if (duk_is_boolean(ctx, 1)) {  // the older form: value, showHidden, depth
        options.show_hidden = duk_get_boolean(ctx, 1) != 0;
        options.depth = duk_is_number(ctx, 2) ? static_cast<int>(duk_get_number(ctx, 2))
                        : duk_is_null(ctx, 2) ? InspectOptions::k_unlimited_depth
                                              : options.depth;
    }
    const std::string text = Inspector(ctx, options).inspect(0);
    push_text(ctx, text);
    return 1;
}

}  // namespace

InspectOptions read_inspect_options(duk_context* ctx, duk_idx_t index, InspectOptions options) {
    index = duk_normalize_index(ctx, index);
    if (const auto depth = number_option(ctx, index, "depth")) {
        const double limit = InspectOptions::k_unlimited_depth;
        options.depth = static_cast<int>(std::clamp(*depth, -1.0, limit));
    }
    options.show_hidden = bool_option(ctx, index, "showHidden", options.show_hidden);
    options.show_proxy = bool_option(ctx, index, "showProxy", options.show_proxy);
    options.custom_inspect = bool_option(ctx, index, "customInspect", options.custom_inspect);
    options.sorted = bool_option(ctx, index, "sorted", options.sorted);
    options.getters = bool_option(ctx, index, "getters", options.getters);
    options.max_array_length = size_option(ctx, index, "maxArrayLength", options.max_array_length);
    options.max_string_length = size_option(ctx, index, "maxStringLength", options.max_string_length);
    options.break_length = size_option(ctx, index, "breakLength", options.break_length);
    read_compact(ctx, index, options);
    return options;
}

void push_inspect_options(duk_context* ctx, const InspectOptions& options, int depth_left) {
    guarded(ctx, 0, 1, [&options, depth_left](duk_context* inner) {
        const auto put_number = [inner](const char* key, double value) {
            duk_push_number(inner, value);
            duk_put_prop_string(inner, -2, key);
        };
        const auto put_bool = [inner](const char* key, bool value) {
            duk_push_boolean(inner, value ? 1 : 0);
            duk_put_prop_string(inner, -2, key);
        };
        duk_push_object(inner);
        const bool is_unlimited = options.depth >= InspectOptions::k_unlimited_depth;
        put_number("depth", is_unlimited ? HUGE_VAL : static_cast<double>(depth_left));
        put_number("maxArrayLength", static_cast<double>(options.max_array_length));
        put_number("maxStringLength", static_cast<double>(options.max_string_length));
        put_number("breakLength", static_cast<double>(options.break_length));
        put_number("compact", options.compact);
        put_bool("showHidden", options.show_hidden);
        put_bool("showProxy", options.show_proxy);
        put_bool("customInspect", options.custom_inspect);
        put_bool("sorted", options.sorted);
        put_bool("getters", options.getters);
        put_bool("colors", false);
        duk_push_string(inner, "stylize");
        duk_push_c_function(
            inner,
            [](duk_context* stylize) -> duk_ret_t {
                duk_dup(stylize, 0);
                return 1;
            },
            2);
        duk_put_prop(inner, -3);
    });
}

void install_inspect_function(duk_context* ctx) {
    duk_push_heap_stash(ctx);
    define_native(ctx, k_slot, native<inspect>, 3);
    duk_get_prop_string(ctx, -1, k_slot);
    duk_push_lstring(ctx, "\x80nodejs.util.inspect.custom", 27);
    duk_put_prop_string(ctx, -2, "custom");
    duk_pop_2(ctx);
}

void push_inspect_function(duk_context* ctx) {
    guarded(ctx, 0, 1, [](duk_context* inner) {
        duk_push_heap_stash(inner);
        duk_get_prop_string(inner, -1, k_slot);
        duk_replace(inner, -2);
    });
}

bool is_inspect_function(duk_context* ctx, duk_idx_t index) {
    const StackMark mark(ctx);
    index = duk_normalize_index(ctx, index);
    push_inspect_function(ctx);
    return duk_strict_equals(ctx, index, -1) != 0;
}

}  // namespace evald::js
