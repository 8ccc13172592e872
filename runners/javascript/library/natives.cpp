#include "library/natives.hpp"

#include <array>
#include <cstring>
#include <string>
#include <string_view>

#include "bigint/big_integer.hpp"
#include "cell/text_evaluation.hpp"
#include "console/format.hpp"
#include "display/json_value.hpp"
#include "duktape/introspection.h"
#include "engine/engine.hpp"
#include "engine/error_trace.hpp"
#include "engine/guarded.hpp"
#include "engine/intrinsics.hpp"
#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "event_loop/timers.hpp"
#include "inspect/inspect_function.hpp"
#include "inspect/inspector.hpp"
#include "inspect/script_collections.hpp"
#include "intl/intl_natives.hpp"
#include "modules/module_natives.hpp"
#include "node/node_natives.hpp"
#include "protocol/text_encoding.hpp"
#include "regexp/regexp.hpp"
#include "runtime.hpp"

namespace evald::js {

namespace {

// Natives without a C++ object in them use the engine's functions directly: they are the hot ones.

/// Is what define() gets a method of the library's? The names of its constructors begin with a capital.
bool is_library_method(duk_context* ctx) {
    if (duk_is_ecmascript_function(ctx, 2) == 0 || evald_is_library_function(ctx, 2) == 0) {
        return false;
    }
    const std::string_view key = string_at(ctx, 1);
    return duk_is_symbol(ctx, 1) != 0 || (!key.empty() && key[0] >= 'a' && key[0] <= 'z' && key != "constructor");
}

/// define(object, key, value, how): how 0 hidden but changeable, 1 as by assignment, 2 writable only, 4 configurable
/// only, 8 nothing but readable by those who hold the key (7: all, 9: all, also on objects that take no more).
duk_ret_t define(duk_context* ctx) {
    const int how = duk_get_int(ctx, 3);
    duk_uint_t flags = DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_HAVE_WRITABLE | DUK_DEFPROP_HAVE_ENUMERABLE |
                       DUK_DEFPROP_HAVE_CONFIGURABLE;
    switch (how) {
        case 0: flags |= DUK_DEFPROP_WRITABLE | DUK_DEFPROP_CONFIGURABLE; break;
        case 1:
        case 7: flags |= DUK_DEFPROP_WRITABLE | DUK_DEFPROP_CONFIGURABLE | DUK_DEFPROP_ENUMERABLE; break;
        case 2: flags |= DUK_DEFPROP_WRITABLE | DUK_DEFPROP_FORCE; break;
        case 4: flags |= DUK_DEFPROP_CONFIGURABLE; break;
        case 9:
            flags |= DUK_DEFPROP_WRITABLE | DUK_DEFPROP_CONFIGURABLE | DUK_DEFPROP_ENUMERABLE | DUK_DEFPROP_FORCE;
            break;
        default: flags |= DUK_DEFPROP_FORCE; break;
    }
    if (how == 0 && is_library_method(ctx)) {
        evald_make_method(ctx, 2);
    }
    duk_set_top(ctx, 3);
    duk_def_prop(ctx, 0, flags);
    return 0;
}

/// accessor(object, key, function, isGetter, enumerable)
duk_ret_t accessor(duk_context* ctx) {
    const bool is_getter = duk_to_boolean(ctx, 3) != 0;
    const bool is_enumerable = duk_to_boolean(ctx, 4) != 0;
    duk_set_top(ctx, 3);
    duk_def_prop(ctx, 0,
                 (is_getter ? DUK_DEFPROP_HAVE_GETTER : DUK_DEFPROP_HAVE_SETTER) | DUK_DEFPROP_SET_CONFIGURABLE |
                     (is_enumerable ? DUK_DEFPROP_SET_ENUMERABLE : DUK_DEFPROP_CLEAR_ENUMERABLE));
    return 0;
}

/// A key that no script can make or find, new at every call.
duk_ret_t hidden(duk_context* ctx) {
    static unsigned count = 0;
    duk_push_sprintf(ctx, DUK_HIDDEN_SYMBOL("%s:%u"), duk_to_string(ctx, 0), ++count);
    return 1;
}

duk_ret_t name_of_symbol(Runtime& /*runtime*/, duk_context* ctx) {
    std::string text = symbol_text(ctx, 0);
    text = text.substr(7, text.size() - 8);
    push_text(ctx, text.empty() ? "" : "[" + text + "]");
    return 1;
}

/// setName(function, key, prefix)
duk_ret_t set_name(duk_context* ctx) {
    if (duk_is_symbol(ctx, 1)) {
        duk_push_c_function(ctx, native<name_of_symbol>, 1);
        duk_dup(ctx, 1);
        duk_call(ctx, 1);
        duk_replace(ctx, 1);
    } else {
        duk_to_string(ctx, 1);
    }
    if (!duk_is_undefined(ctx, 2)) {
        duk_dup(ctx, 2);
        duk_dup(ctx, 1);
        duk_concat(ctx, 2);
        duk_replace(ctx, 1);
    }
    duk_push_string(ctx, "name");
    duk_dup(ctx, 1);
    duk_def_prop(ctx, 0,
                 DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_SET_CONFIGURABLE | DUK_DEFPROP_CLEAR_WE | DUK_DEFPROP_FORCE);
    duk_dup(ctx, 0);
    return 1;
}

duk_ret_t set_length(duk_context* ctx) {
    duk_push_string(ctx, "length");
    duk_dup(ctx, 1);
    duk_def_prop(ctx, 0,
                 DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_SET_CONFIGURABLE | DUK_DEFPROP_CLEAR_WE | DUK_DEFPROP_FORCE);
    return 0;
}

/// A method is no constructor and has no prototype.
duk_ret_t as_method(duk_context* ctx) {
    evald_make_method(ctx, 0);
    duk_dup(ctx, 0);
    return 1;
}

/// call(function, this, ...arguments)
duk_ret_t call(duk_context* ctx) {
    duk_call_method(ctx, duk_get_top(ctx) - 2);
    return 1;
}

duk_ret_t has_own(duk_context* ctx) {
    duk_push_boolean(ctx, evald_has_own(ctx, 0, 1));
    return 1;
}

duk_ret_t to_string(duk_context* ctx) {
    if (duk_is_symbol(ctx, 0)) {
        return duk_type_error(ctx, "Cannot convert a Symbol value to a string");
    }
    duk_to_string(ctx, 0);
    return 1;
}

/// join(list): its texts as one, without making every intermediate text.
duk_ret_t join(duk_context* ctx) {
    const auto count = static_cast<duk_idx_t>(duk_get_length(ctx, 0));
    duk_push_string(ctx, "");
    duk_require_stack(ctx, count + 4);
    for (duk_idx_t i = 0; i < count; ++i) {
        duk_get_prop_index(ctx, 0, static_cast<duk_uarridx_t>(i));
    }
    duk_join(ctx, count);
    return 1;
}

duk_ret_t to_property_key(duk_context* ctx) {
    duk_to_primitive(ctx, 0, DUK_HINT_STRING);
    if (!duk_is_symbol(ctx, 0)) {
        duk_to_string(ctx, 0);
    }
    return 1;
}

/// Marks what takes the place of a native constructor.
constexpr const char* k_wrapper = DUK_HIDDEN_SYMBOL("wrapper");

duk_ret_t is_native(duk_context* ctx) {
    duk_push_string(ctx, k_wrapper);
    const bool is_wrapper = evald_has_own(ctx, 0, -1) != 0;
    duk_push_boolean(ctx, is_wrapper || duk_is_c_function(ctx, 0));
    return 1;
}

duk_ret_t is_arguments(duk_context* ctx) {
    duk_push_boolean(ctx, evald_class_of(ctx, 0) == EVALD_CLASS_ARGUMENTS);
    return 1;
}

/// A text that is the same for the same symbol.
duk_ret_t key_of(duk_context* ctx) {
    std::array<char, 16> key{};
    // Symbols don't move, and whoever holds the key keeps them alive.
    void* pointer = duk_get_heapptr(ctx, 0);
    key[0] = 'o';
    for (std::size_t i = 0; i < sizeof pointer * 2 && i + 1 < key.size(); ++i) {
        const auto nibble = (reinterpret_cast<std::uintptr_t>(pointer) >> (4 * i)) & 0xFU;
        key[i + 1] = static_cast<char>('a' + nibble);
    }
    duk_push_lstring(ctx, key.data(), key.size());
    return 1;
}

duk_ret_t set_global(duk_context* ctx) {
    duk_push_global_object(ctx);
    duk_dup(ctx, 0);
    duk_dup(ctx, 1);
    duk_def_prop(ctx, -3,
                 DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_SET_WRITABLE | DUK_DEFPROP_SET_CONFIGURABLE |
                     DUK_DEFPROP_CLEAR_ENUMERABLE | DUK_DEFPROP_FORCE);
    return 0;
}

duk_ret_t get_global(duk_context* ctx) {
    duk_push_global_object(ctx);
    duk_dup(ctx, 0);
    duk_get_prop(ctx, -2);
    return 1;
}

/// asConstructor(wrapper, native, name): the wrapper takes the place of a native constructor.
duk_ret_t as_constructor(duk_context* ctx) {
    duk_push_string(ctx, k_wrapper);
    duk_push_true(ctx);
    duk_def_prop(ctx, 0, DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_CLEAR_WEC);
    duk_push_string(ctx, "prototype");
    duk_get_prop_string(ctx, 1, "prototype");
    duk_def_prop(ctx, 0, DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_CLEAR_WEC | DUK_DEFPROP_FORCE);
    duk_push_string(ctx, "name");
    duk_dup(ctx, 2);
    duk_def_prop(ctx, 0,
                 DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_SET_CONFIGURABLE | DUK_DEFPROP_CLEAR_WE | DUK_DEFPROP_FORCE);
    duk_push_string(ctx, "length");
    duk_push_int(ctx, 1);
    duk_def_prop(ctx, 0,
                 DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_SET_CONFIGURABLE | DUK_DEFPROP_CLEAR_WE | DUK_DEFPROP_FORCE);
    return 0;
}

/// defineAlways(object, hiddenKey, value): also on objects that are frozen, whose hidden part is ours.
duk_ret_t define_always(duk_context* ctx) {
    duk_def_prop(ctx, 0,
                 DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_SET_WRITABLE | DUK_DEFPROP_SET_CONFIGURABLE | DUK_DEFPROP_FORCE);
    return 0;
}

duk_ret_t remove_always(duk_context* ctx) {
    duk_del_prop(ctx, 0);
    return 0;
}

/// What a value looks like in an error message.
duk_ret_t describe(Runtime& /*runtime*/, duk_context* ctx) {
    if (duk_is_symbol(ctx, 0)) {
        push_text(ctx, symbol_text(ctx, 0));
        return 1;
    }
    InspectOptions options;
    options.depth = 0;
    options.custom_inspect = false;
    options.max_string_length = 60;
    options.max_array_length = 3;
    std::string text = Inspector(ctx, options).inspect(0);
    const std::size_t line_end = text.find('\n');
    push_text(ctx, line_end == std::string::npos ? text : text.substr(0, line_end));
    return 1;
}

duk_ret_t class_of(Runtime& /*runtime*/, duk_context* ctx) {
    static constexpr std::array<const char*, EVALD_CLASS_PROXY + 1> k_names = {
        "none",   "Object", "Array",  "Function",    "Arguments", "Boolean",    "Date",   "Error", "Number",
        "RegExp", "String", "Symbol", "ArrayBuffer", "DataView",  "TypedArray", "Thread", "Proxy"};
    const std::string kind = is_regexp(ctx, 0) ? "RegExp" : collection_kind(ctx, 0);
    push_text(ctx, kind.empty() ? k_names[static_cast<std::size_t>(evald_class_of(ctx, 0))] : kind);
    return 1;
}

duk_ret_t typed_name(duk_context* ctx) {
    duk_push_string(ctx, evald_typed_array_name(ctx, 0));
    return 1;
}

/// stackHere(object): the text of `stack` for an object that is no error.
duk_ret_t stack_here(Runtime& /*runtime*/, duk_context* ctx) {
    std::string text = error_headline(ctx, 0);
    guarded(ctx, 0, 1, [](duk_context* inner) { duk_push_error_object_raw(inner, DUK_ERR_ERROR, nullptr, 0, "x"); });
    const std::vector<std::string> frames = error_frames(ctx, -1);
    for (std::size_t i = 2; i < frames.size(); ++i) {
        text += '\n' + frames[i];
    }
    push_text(ctx, text);
    return 1;
}

/// format(...values): as console.log would show them.
duk_ret_t format(Runtime& /*runtime*/, duk_context* ctx) {
    if (duk_get_top(ctx) == 0) {
        push_text(ctx, "");
        return 1;
    }
    push_text(ctx, format_arguments(ctx, 0));
    return 1;
}

/// settled(token, ok, value): the value of the cell that waits is there.
duk_ret_t settled(Runtime& runtime, duk_context* ctx) {
    runtime.cells().settled(ctx, duk_get_int(ctx, 0), duk_get_boolean(ctx, 1) != 0);
    return 0;
}

/// sendToolCall(id, name, args)
duk_ret_t send_tool_call(Runtime& runtime, duk_context* ctx) {
    const CellId& cell = runtime.current_cell();
    const std::string args = JsonValueWriter(ctx).write(2);
    runtime.send(
        tool_frame(cell ? std::string_view(*cell) : std::string_view(), string_at(ctx, 0), string_at(ctx, 1), args));
    runtime.frames().flush();
    return 0;
}

/// uncaught(error): thrown where nobody can catch it.
duk_ret_t uncaught(Runtime& runtime, duk_context* ctx) {
    runtime.report_uncaught(ctx, 0);
    return 0;
}

void put(duk_context* ctx, const char* name, duk_c_function function, duk_idx_t count) {
    duk_push_c_function(ctx, function, count);
    duk_put_prop_string(ctx, -2, name);
}

}  // namespace

void define_natives(duk_context* ctx) {
    put(ctx, "define", define, 4);
    put(ctx, "accessor", accessor, 5);
    put(ctx, "hidden", hidden, 1);
    put(ctx, "setName", set_name, 3);
    put(ctx, "setLength", set_length, 2);
    put(ctx, "asMethod", as_method, 1);
    put(ctx, "asConstructor", as_constructor, 3);
    put(ctx, "call", call, DUK_VARARGS);
    put(ctx, "hasOwn", has_own, 2);
    put(ctx, "toString", to_string, 1);
    put(ctx, "toPropertyKey", to_property_key, 1);
    put(ctx, "isNative", is_native, 1);
    put(ctx, "isArguments", is_arguments, 1);
    put(ctx, "keyOf", key_of, 1);
    put(ctx, "setGlobal", set_global, 2);
    put(ctx, "global", get_global, 1);
    put(ctx, "defineAlways", define_always, 3);
    put(ctx, "removeAlways", remove_always, 2);
    put(ctx, "describe", native<describe>, 1);
    put(ctx, "classOf", native<class_of>, 1);
    put(ctx, "typedName", typed_name, 1);
    put(ctx, "stackHere", native<stack_here>, 1);
    put(ctx, "settled", native<settled>, 3);
    put(ctx, "sendToolCall", native<send_tool_call>, 3);
    put(ctx, "format", native<format>, DUK_VARARGS);
    push_inspect_function(ctx);
    duk_put_prop_string(ctx, -2, "inspect");
    put(ctx, "uncaught", native<uncaught>, 1);
    put(ctx, "bindTimers", bind_timers, 1);
    put(ctx, "join", join, 1);
    define_math_natives(ctx);
    define_text_natives(ctx);
    define_value_natives(ctx);
    define_number_natives(ctx);
    define_regexp_natives(ctx);
    define_big_integer_natives(ctx);
    define_module_natives(ctx);
    define_node_natives(ctx);
    define_intl_natives(ctx);
    define_text_evaluation(ctx);
    push_intrinsic(ctx, Intrinsic::thread);
    duk_put_prop_string(ctx, -2, "Thread");
}

}  // namespace evald::js
