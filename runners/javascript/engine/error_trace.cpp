#include "engine/error_trace.hpp"

#include "duktape/introspection.h"
#include "engine/guarded.hpp"
#include "engine/intrinsics.hpp"
#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "inspect/object_view.hpp"

namespace evald::js {

namespace {

constexpr std::string_view k_library = "evald:";  // how our own scripts are named

bool ends_with(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

/// Code at the top of a cell or file runs as what the engine calls "eval".
bool is_top_level(std::string_view function) { return function.empty() || function == "eval" || function == "global"; }

std::string frame_line(evald_trace_kind kind, std::string_view function, std::string_view file, unsigned line) {
    if (kind == EVALD_TRACE_NATIVE) {
        return "    at " + std::string(function.empty() ? "<anonymous>" : function) + " (native)";
    }
    const std::string place = std::string(file) + ":" + std::to_string(line);
    return is_top_level(function) ? "    at " + place : "    at " + std::string(function) + " (" + place + ")";
}

duk_ret_t get_stack(Runtime& /*runtime*/, duk_context* ctx) {
    guarded(ctx, 0, 1, [](duk_context* inner) { duk_push_this(inner); });
    if (duk_is_object(ctx, -1) == 0) {
        return 0;
    }
    const duk_idx_t error = duk_get_top_index(ctx);
    std::string text = error_headline(ctx, error);
    for (const std::string& frame : error_frames(ctx, error)) {
        text += '\n' + frame;
    }
    push_text(ctx, text);
    return 1;
}

}  // namespace

std::vector<std::string> error_frames(duk_context* ctx, duk_idx_t error) {
    constexpr unsigned k_most = 64;
    std::vector<std::string> frames;
    error = duk_normalize_index(ctx, error);
    for (unsigned position = 0; position < k_most; ++position) {
        const StackMark mark(ctx);
        evald_trace_kind kind = EVALD_TRACE_END;
        unsigned line = 0;
        guarded(ctx, 0, 2, [&kind, &line, error, position](duk_context* inner) {
            kind = evald_trace_entry(inner, error, position, &line);
            if (kind == EVALD_TRACE_END) {
                duk_push_undefined(inner);
                duk_push_undefined(inner);
            }
        });
        if (kind == EVALD_TRACE_END) {
            break;
        }
        const std::string_view file = string_at(ctx, -1);
        const bool is_engine_source = kind == EVALD_TRACE_SOURCE && (ends_with(file, ".c") || ends_with(file, ".cpp"));
        const bool is_library = file.substr(0, k_library.size()) == k_library;
        const bool is_helper = kind == EVALD_TRACE_NATIVE && string_at(ctx, -2).empty();
        if (!is_engine_source && !is_library && !is_helper) {
            frames.push_back(frame_line(kind, string_at(ctx, -2), file, line));
        }
    }
    return frames;
}

std::string error_headline(duk_context* ctx, duk_idx_t error) {
    const StackMark mark(ctx);
    error = duk_normalize_index(ctx, error);
    push_plain_property(ctx, error, "name");
    const std::string name = duk_is_undefined(ctx, -1) ? "Error" : std::string(string_at(ctx, -1));
    push_plain_property(ctx, error, "message");
    const std::string message = is_string(ctx, -1) || duk_is_object(ctx, -1) || duk_is_undefined(ctx, -1)
                                    ? std::string(string_at(ctx, -1))
                                    : coerced_text(ctx, -1);
    if (name.empty() || message.empty()) {
        return name + message;
    }
    return name + ": " + message;
}

void install_error_stack(duk_context* ctx) {
    push_intrinsic(ctx, Intrinsic::error_prototype);
    duk_push_string(ctx, "stack");
    duk_push_c_function(ctx, native<get_stack>, 0);
    push_intrinsic(ctx, Intrinsic::error_stack_setter);
    duk_def_prop(ctx, -4,
                 DUK_DEFPROP_HAVE_GETTER | DUK_DEFPROP_HAVE_SETTER | DUK_DEFPROP_SET_CONFIGURABLE | DUK_DEFPROP_FORCE);
    duk_del_prop_string(ctx, -1, "fileName");
    duk_del_prop_string(ctx, -1, "lineNumber");
    duk_pop(ctx);
}

}  // namespace evald::js
