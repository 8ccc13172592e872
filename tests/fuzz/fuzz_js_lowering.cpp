// Any text: the lowering answers, with a fault or with text that has no line more than it needs, and as any kind of
// source. What is right once is right again, and lines stay where they are. What it accepts, the engine compiles; where
// the engine has an objection of its own, that names a line of the source.
// cmake: runners/javascript evald_js_lowering evald_duktape
// libraries: -ltree-sitter -lutf8proc
// What the engine asks of its host; declared before its header, which does so without a language.
extern "C" int evald_engine_should_stop(void* engine);
extern "C" int evald_native_stack_is_low();
extern "C" void evald_engine_fatal(void* engine, const char* message);

#include <duktape.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>

#include "duktape/introspection.h"
#include "lowering/lowering.hpp"
#include "protocol/number_text.hpp"

namespace {

const char* stack_base = nullptr;

/// An engine that compiles and never runs anything; a new one now and then, as names that it has met stay in it.
duk_context* engine() {
    static duk_context* ctx = nullptr;
    static int uses = 0;
    if (ctx != nullptr && ++uses % 1000 == 0) {
        duk_destroy_heap(ctx);
        ctx = nullptr;
    }
    if (ctx == nullptr) {
        ctx = duk_create_heap_default();
    }
    return ctx;
}

/// The line of the engine's objection to a text; 0: it has none.
std::size_t objection(const std::string& text) {
    duk_context* ctx = engine();
    duk_push_string(ctx, "source");
    unsigned line = 0;
    if (duk_pcompile_lstring_filename(ctx, DUK_COMPILE_EVAL | DUK_COMPILE_SHEBANG, text.data(), text.size()) != 0) {
        const duk_errcode_t code = duk_get_error_code(ctx, -1);
        if (code == DUK_ERR_RANGE_ERROR) {  // a limit: of registers, constants or depth
            line = 0;
        } else if (evald_trace_entry(ctx, -1, 0, &line) == EVALD_TRACE_SOURCE) {
            duk_pop_2(ctx);
        }
        if (std::getenv("EVALD_FUZZ_OBJECTIONS") != nullptr && code != DUK_ERR_RANGE_ERROR) {
            std::fprintf(stderr, "%s\n%s\n", duk_safe_to_string(ctx, -1), text.c_str());
            std::abort();
        }
        if (code != DUK_ERR_RANGE_ERROR && line == 0) {
            std::abort();
        }
    }
    duk_set_top(ctx, 0);
    return line;
}

}  // namespace

int evald_engine_should_stop(void* /*engine*/) { return 0; }
int evald_native_stack_is_low() {
    const char here = 0;
    return stack_base != nullptr && stack_base - &here > (4 << 20) ? 1 : 0;
}
void evald_engine_fatal(void* /*engine*/, const char* /*message*/) { std::abort(); }
extern "C" std::size_t evald_number_text(double value, char* text) {
    return evald::js::number_text(value).copy(text, 40);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace evald::js;
    if (size == 0) {
        return 0;
    }
    const char base = 0;
    stack_base = &base;
    // The last byte says what the text is, so that files of scripts are inputs as they are.
    constexpr SourceKind kinds[] = {SourceKind::cell, SourceKind::module, SourceKind::common_js, SourceKind::evaluated};
    const unsigned how = data[size - 1];
    Source source{"source", {reinterpret_cast<const char*>(data), size - 1}, kinds[how % 4U]};
    source.meets_big_integers = (how & 4U) != 0;

    const Lowering::Result first = make_modern_lowering()->lower(source);
    const Lowering::Result second = make_modern_lowering()->lower(source);
    if (first.index() != second.index()) {
        std::abort();
    }
    const std::size_t lines = 1 + static_cast<std::size_t>(std::count(source.text.begin(), source.text.end(), '\n'));
    if (const auto* fault = std::get_if<SyntaxFault>(&first)) {
        if (fault->message.empty() || fault->line > lines) {
            std::abort();
        }
        return 0;
    }
    const LoweredSource& lowered = std::get<LoweredSource>(first);
    if (lowered.text != std::get<LoweredSource>(second).text) {
        std::abort();
    }
    if (static_cast<std::size_t>(std::count(lowered.text.begin(), lowered.text.end(), '\n')) > lines + 2) {
        std::abort();
    }
    if (lowered.source_line(objection(lowered.text)) > lines) {
        std::abort();
    }
    return 0;
}
