#include "cell/evaluation.hpp"

#include "duktape/introspection.h"
#include "engine/guarded.hpp"
#include "engine/script_text.hpp"
#include "inspect/object_view.hpp"
#include "runtime.hpp"

namespace evald::js {

namespace {

/// The engine ends its messages with " (line 3)" or " (line 3, end of input)", which the place says better.
std::string without_line(std::string message) {
    const std::size_t start = message.rfind(" (line ");
    if (start == std::string::npos || message.back() != ')') {
        return message;
    }
    return message.substr(0, start);
}

/// Pops the error. Nothing if it is no SyntaxError.
std::optional<SyntaxFault> take_syntax_fault(duk_context* ctx) {
    const StackMark mark(ctx);
    const duk_idx_t error = duk_get_top_index(ctx);
    if (duk_get_error_code(ctx, error) != DUK_ERR_SYNTAX_ERROR) {
        return std::nullopt;
    }
    SyntaxFault fault;
    push_plain_property(ctx, error, "message");
    fault.message = without_line(std::string(string_at(ctx, -1)));
    unsigned line = 0;
    guarded(ctx, 0, 0, [&line, error](duk_context* inner) {
        if (evald_trace_entry(inner, error, 0, &line) != EVALD_TRACE_END) {
            duk_pop_2(inner);
        }
    });
    fault.line = line;
    return fault;
}

}  // namespace

Compiled compile(Runtime& runtime, duk_context* ctx, const Source& source) {
    Source asked = source;
    asked.meets_big_integers = source.meets_big_integers || runtime.has_big_integers();
    asked.number = runtime.source_texts().next_number();
    Lowering::Result result = runtime.lowering().lower(asked);
    if (auto* fault = std::get_if<SyntaxFault>(&result)) {
        return {std::move(*fault), false, {}};
    }
    runtime.source_texts().keep(source.text);
    auto& lowered = std::get<LoweredSource>(result);
    if (lowered.makes_big_integers) {
        runtime.note_big_integers();
    }
    try {
        guarded(ctx, 0, 1, [&source, &lowered](duk_context* inner) {
            duk_push_lstring(inner, source.name.data(), source.name.size());
            duk_compile_lstring_filename(inner, DUK_COMPILE_EVAL | DUK_COMPILE_SHEBANG, lowered.text.data(),
                                         lowered.text.size());
            if (lowered.is_function) {
                duk_call(inner, 0);  // the text is a function expression: its value is the function
            }
        });
        return {std::nullopt, lowered.is_function, std::move(lowered.globals)};
    } catch (const ScriptError&) {
        take_thrown_value(ctx);
        auto fault = take_syntax_fault(ctx);
        if (!fault) {
            keep_thrown_value(ctx);
            throw;
        }
        duk_pop(ctx);
        fault->line = lowered.source_line(fault->line);
        return {std::move(fault), false, {}};
    }
}

void declare_globals(duk_context* ctx, const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        guarded(ctx, 0, 0, [&name](duk_context* inner) {
            duk_push_global_object(inner);
            duk_push_lstring(inner, name.data(), name.size());
            if (evald_has_own(inner, -2, -1) == 0) {
                duk_push_undefined(inner);
                duk_def_prop(inner, -3, DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_SET_WEC);
            }
            duk_set_top(inner, duk_get_top(inner) - 1);
        });
    }
}

}  // namespace evald::js
