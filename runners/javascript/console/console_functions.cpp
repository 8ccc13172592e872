#include "console/console.hpp"
#include "console/format.hpp"
#include "console/table.hpp"
#include "engine/error_trace.hpp"
#include "engine/guarded.hpp"
#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "inspect/inspect_function.hpp"
#include "inspect/inspector.hpp"
#include "runtime.hpp"

namespace evald::js {

namespace {

template <Stream stream>
duk_ret_t log(Runtime& runtime, duk_context* ctx) {
    runtime.console().write(stream, format_arguments(ctx, 0));
    return 0;
}

std::string label_at(duk_context* ctx, duk_idx_t index) {
    return duk_is_undefined(ctx, index) != 0 ? "default" : coerced_text(ctx, index);
}

void warn(Runtime& runtime, const std::string& message) {
    runtime.console().write(Stream::standard_error, "Warning: " + message);
}

duk_ret_t dir(Runtime& runtime, duk_context* ctx) {
    InspectOptions options;
    options.custom_inspect = false;
    if (duk_is_object(ctx, 1) != 0) {
        options = read_inspect_options(ctx, 1, options);
    }
    runtime.console().write(Stream::standard_output, Inspector(ctx, options).inspect(0));
    return 0;
}

duk_ret_t count(Runtime& runtime, duk_context* ctx) {
    const std::string label = label_at(ctx, 0);
    runtime.console().write(Stream::standard_output, label + ": " + std::to_string(runtime.console().count(label)));
    return 0;
}

duk_ret_t count_reset(Runtime& runtime, duk_context* ctx) {
    const std::string label = label_at(ctx, 0);
    if (!runtime.console().reset_count(label)) {
        warn(runtime, "Count for '" + label + "' does not exist");
    }
    return 0;
}

duk_ret_t time(Runtime& runtime, duk_context* ctx) {
    const std::string label = label_at(ctx, 0);
    if (!runtime.console().start_timer(label)) {
        warn(runtime, "Label '" + label + "' already exists for console.time()");
    }
    return 0;
}

/// True if the timer exists; its time is written with what else was given.
bool write_elapsed(Runtime& runtime, duk_context* ctx, const std::string& label, const char* function) {
    const std::string elapsed = runtime.console().elapsed(label);
    if (elapsed.empty()) {
        warn(runtime, "No such label '" + label + "' for console." + function + "()");
        return false;
    }
    std::string message = label + ": " + elapsed;
    if (duk_get_top(ctx) > 1) {
        message += ' ' + format_arguments(ctx, 1);
    }
    runtime.console().write(Stream::standard_output, message);
    return true;
}

duk_ret_t time_log(Runtime& runtime, duk_context* ctx) {
    write_elapsed(runtime, ctx, label_at(ctx, 0), "timeLog");
    return 0;
}

duk_ret_t time_end(Runtime& runtime, duk_context* ctx) {
    const std::string label = label_at(ctx, 0);
    duk_set_top(ctx, 1);
    if (write_elapsed(runtime, ctx, label, "timeEnd")) {
        runtime.console().stop_timer(label);
    }
    return 0;
}

duk_ret_t group(Runtime& runtime, duk_context* ctx) {
    if (duk_get_top(ctx) > 0) {
        runtime.console().write(Stream::standard_output, format_arguments(ctx, 0));
    }
    runtime.console().open_group();
    return 0;
}

duk_ret_t group_end(Runtime& runtime, duk_context* /*ctx*/) {
    runtime.console().close_group();
    return 0;
}

duk_ret_t assert_true(Runtime& runtime, duk_context* ctx) {
    if (duk_get_top(ctx) > 0 && duk_to_boolean(ctx, 0) != 0) {
        return 0;
    }
    std::string message = "Assertion failed";
    if (duk_get_top(ctx) > 1) {
        if (!is_string(ctx, 1)) {  // Node makes a text of it, too
            push_text(ctx, coerced_text(ctx, 1));
            duk_replace(ctx, 1);
        }
        message += ": " + format_arguments(ctx, 1);
    }
    runtime.console().write(Stream::standard_error, message);
    return 0;
}

duk_ret_t trace(Runtime& runtime, duk_context* ctx) {
    std::string message = "Trace";
    if (duk_get_top(ctx) > 0) {
        message += ": " + format_arguments(ctx, 0);
    }
    guarded(ctx, 0, 1,
            [](duk_context* inner) { duk_push_error_object_raw(inner, DUK_ERR_ERROR, nullptr, 0, "%s", "trace"); });
    const std::vector<std::string> frames = error_frames(ctx, -1);
    for (std::size_t i = 1; i < frames.size(); ++i) {  // the first is this function
        message += '\n' + frames[i];
    }
    runtime.console().write(Stream::standard_error, message);
    return 0;
}

duk_ret_t table(Runtime& runtime, duk_context* ctx) {
    if (duk_is_object(ctx, 0) != 0) {
        runtime.console().write(Stream::standard_output, table_text(ctx, 0, 1));
    } else {
        duk_set_top(ctx, 1);
        runtime.console().write(Stream::standard_output, format_arguments(ctx, 0));
    }
    return 0;
}

duk_ret_t clear(Runtime& /*runtime*/, duk_context* /*ctx*/) { return 0; }

}  // namespace

void install_console(duk_context* ctx) {
    duk_push_global_object(ctx);
    duk_push_string(ctx, "console");
    duk_push_object(ctx);
    for (const char* name : {"log", "info", "debug", "dirxml"}) {
        define_enumerable_native(ctx, name, native<log<Stream::standard_output>>, DUK_VARARGS);
    }
    for (const char* name : {"warn", "error"}) {
        define_enumerable_native(ctx, name, native<log<Stream::standard_error>>, DUK_VARARGS);
    }
    define_enumerable_native(ctx, "dir", native<dir>, 2);
    define_enumerable_native(ctx, "table", native<table>, 2);
    define_enumerable_native(ctx, "count", native<count>, 1);
    define_enumerable_native(ctx, "countReset", native<count_reset>, 1);
    define_enumerable_native(ctx, "time", native<time>, 1);
    define_enumerable_native(ctx, "timeLog", native<time_log>, DUK_VARARGS);
    define_enumerable_native(ctx, "timeEnd", native<time_end>, 1);
    define_enumerable_native(ctx, "group", native<group>, DUK_VARARGS);
    define_enumerable_native(ctx, "groupCollapsed", native<group>, DUK_VARARGS);
    define_enumerable_native(ctx, "groupEnd", native<group_end>, 0);
    define_enumerable_native(ctx, "assert", native<assert_true>, DUK_VARARGS);
    define_enumerable_native(ctx, "trace", native<trace>, DUK_VARARGS);
    define_enumerable_native(ctx, "clear", native<clear>, 0);
    duk_push_string(ctx, "console");
    duk_put_prop_lstring(ctx, -2, DUK_WELLKNOWN_SYMBOL("Symbol.toStringTag"),
                         sizeof(DUK_WELLKNOWN_SYMBOL("Symbol.toStringTag")) - 1);
    duk_def_prop(ctx, -3,
                 DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_SET_WRITABLE | DUK_DEFPROP_SET_CONFIGURABLE |
                     DUK_DEFPROP_CLEAR_ENUMERABLE);
    duk_pop(ctx);
}

}  // namespace evald::js
