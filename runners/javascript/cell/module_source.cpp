#include "cell/module_source.hpp"

#include <filesystem>
#include <string>

#include "cell/evaluation.hpp"
#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "prelude/files.hpp"
#include "protocol/text_encoding.hpp"
#include "runtime.hpp"

namespace evald::js {

namespace {

duk_ret_t compile_module(Runtime& runtime, duk_context* ctx) {
    const std::string path = to_utf8(string_at(ctx, 0));
    const std::string text = read_file(path);
    const Compiled compiled = compile(runtime, ctx, {path, text, SourceKind::module});
    if (compiled.fault) {
        throw NativeError(DUK_ERR_SYNTAX_ERROR,
                          compiled.fault->message + " (" + path + ":" + std::to_string(compiled.fault->line) + ")");
    }
    return 1;
}

duk_ret_t resolve_module_path(Runtime& /*runtime*/, duk_context* ctx) {
    const std::filesystem::path base(to_utf8(string_at(ctx, 0)));
    const std::filesystem::path path(to_utf8(string_at(ctx, 1)));
    std::error_code failure;
    const std::filesystem::path folder = base.empty() ? std::filesystem::current_path(failure) : base.parent_path();
    push_text(ctx, (folder / path).lexically_normal().string());
    return 1;
}

}  // namespace

void define_module_source(duk_context* ctx) {
    duk_push_c_function(ctx, native<compile_module>, 1);
    duk_put_prop_string(ctx, -2, "compileModule");
    duk_push_c_function(ctx, native<resolve_module_path>, 2);
    duk_put_prop_string(ctx, -2, "resolvePath");
}

}  // namespace evald::js
