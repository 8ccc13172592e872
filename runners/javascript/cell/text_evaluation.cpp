#include "cell/text_evaluation.hpp"

#include <array>
#include <string>
#include <string_view>
#include <variant>

#include "cell/evaluation.hpp"
#include "duktape/introspection.h"
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
    source.number = runtime.source_texts().next_number();
    const Lowering::Result result = runtime.lowering().lower(source);
    if (const auto* fault = std::get_if<SyntaxFault>(&result)) {
        throw NativeError(DUK_ERR_SYNTAX_ERROR, fault->message);
    }
    runtime.source_texts().keep(text);
    const auto& lowered = std::get<LoweredSource>(result);
    if (lowered.makes_big_integers) {
        runtime.note_big_integers();
    }
    push_text(ctx, to_script_text(lowered.text));
    return 1;
}

/// textOf(function): as it stands in its source; undefined if that is not known.
duk_ret_t text_of(Runtime& runtime, duk_context* ctx) {
    std::array<unsigned, 3> origin{};
    if (evald_function_origin(ctx, 0, origin.data()) == 0) {
        return 0;
    }
    std::string_view text = runtime.source_texts().part(origin[0], origin[1], origin[2]);
    while (!text.empty() && (text[0] == ' ' || text[0] == '\t' || text[0] == '\n' || text[0] == '\r')) {
        text.remove_prefix(1);
    }
    if (text.empty()) {
        return 0;
    }
    push_text(ctx, to_script_text(text));
    return 1;
}

}  // namespace

void define_text_evaluation(duk_context* ctx) {
    duk_push_c_function(ctx, native<evaluate>, 1);
    duk_put_prop_string(ctx, -2, "evaluate");
    duk_push_c_function(ctx, native<lower_inside>, 1);
    duk_put_prop_string(ctx, -2, "lowerInside");
    duk_push_c_function(ctx, native<text_of>, 1);
    duk_put_prop_string(ctx, -2, "textOf");
}

}  // namespace evald::js
