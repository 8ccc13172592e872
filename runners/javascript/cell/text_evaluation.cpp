#include "cell/text_evaluation.hpp"

#include <string>
#include <variant>

#include "cell/evaluation.hpp"
#include "engine/guarded.hpp"
#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "library/library.hpp"
#include "protocol/text_encoding.hpp"
#include "runtime.hpp"

namespace evald::js {

namespace {

duk_ret_t evaluate(Runtime& runtime, duk_context* ctx) {
    const std::string text = to_utf8(string_at(ctx, 0));
    const Compiled compiled = compile(runtime, ctx, {"<eval>", text, SourceKind::evaluated});
    if (compiled.fault) {
        throw NativeError(DUK_ERR_SYNTAX_ERROR, compiled.fault->message);
    }
    declare_globals(ctx, compiled.globals);
    guarded(ctx, 1, 1, [](duk_context* inner) {
        duk_push_global_object(inner);
        push_helpers(inner);
        duk_call_method(inner, 1);
    });
    return 1;
}

duk_ret_t lower_inside(Runtime& runtime, duk_context* ctx) {
    const std::string text = to_utf8(string_at(ctx, 0));
    Source source{"<eval>", text, SourceKind::evaluated_inside};
    source.meets_big_integers = runtime.has_big_integers();
    const Lowering::Result result = runtime.lowering().lower(source);
    if (const auto* fault = std::get_if<SyntaxFault>(&result)) {
        throw NativeError(DUK_ERR_SYNTAX_ERROR, fault->message);
    }
    const auto& lowered = std::get<LoweredSource>(result);
    if (lowered.makes_big_integers) {
        runtime.note_big_integers();
    }
    push_text(ctx, to_script_text(lowered.text));
    return 1;
}

}  // namespace

void define_text_evaluation(duk_context* ctx) {
    duk_push_c_function(ctx, native<evaluate>, 1);
    duk_put_prop_string(ctx, -2, "evaluate");
    duk_push_c_function(ctx, native<lower_inside>, 1);
    duk_put_prop_string(ctx, -2, "lowerInside");
}

}  // namespace evald::js
