#include "modules/module_natives.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "cell/evaluation.hpp"
#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "library/library.hpp"
#include "library/sources.hpp"
#include "node/bytes.hpp"
#include "protocol/text_encoding.hpp"
#include "runtime.hpp"

namespace evald::js {

namespace {

/// pathKind(path): 0 nothing, 1 a file, 2 a folder.
duk_ret_t path_kind(Runtime& /*runtime*/, duk_context* ctx) {
    struct stat status {};
    const bool exists = ::stat(path_at(ctx, 0).c_str(), &status) == 0;
    duk_push_int(ctx, !exists ? 0 : S_ISDIR(status.st_mode) ? 2 : 1);
    return 1;
}

/// fileStamp(path): a text that changes when the file does; empty if there is none.
duk_ret_t file_stamp(Runtime& /*runtime*/, duk_context* ctx) {
    struct stat status {};
    std::string stamp;
    if (::stat(path_at(ctx, 0).c_str(), &status) == 0) {
        for (const long long part :
             {static_cast<long long>(status.st_mtim.tv_sec), static_cast<long long>(status.st_mtim.tv_nsec),
              static_cast<long long>(status.st_size), static_cast<long long>(status.st_ino)}) {
            stamp += std::to_string(part) + ".";
        }
    }
    push_text(ctx, stamp);
    return 1;
}

duk_ret_t real_path(Runtime& /*runtime*/, duk_context* ctx) {
    const std::string path = path_at(ctx, 0);
    std::string buffer(PATH_MAX, '\0');
    push_text(ctx, to_script_text(::realpath(path.c_str(), buffer.data()) != nullptr ? buffer.c_str() : path.c_str()));
    return 1;
}

duk_ret_t read_source(Runtime& /*runtime*/, duk_context* ctx) {
    const std::string path = path_at(ctx, 0);
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        throw NativeError::system_error(errno, "open", path);
    }
    const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    constexpr std::string_view k_byte_order_mark = "\xEF\xBB\xBF";
    const std::size_t start = bytes.compare(0, k_byte_order_mark.size(), k_byte_order_mark) == 0 ? 3 : 0;
    push_text(ctx, to_script_text(std::string_view(bytes).substr(start)));
    return 1;
}

/// Leaves the function that runs it.
void push_compiled(Runtime& runtime, duk_context* ctx, const Source& source) {
    const Compiled compiled = compile(runtime, ctx, source);
    if (compiled.fault) {
        std::string place(source.name);
        if (compiled.fault->line > 0) {
            place += ":" + std::to_string(compiled.fault->line);
        }
        if (compiled.fault->column > 0) {
            place += ":" + std::to_string(compiled.fault->column);
        }
        throw NativeError(DUK_ERR_SYNTAX_ERROR, compiled.fault->message + " (" + place + ")");
    }
}

/// compileModule(path, text, isModule)
duk_ret_t compile_module(Runtime& runtime, duk_context* ctx) {
    const std::string name(string_at(ctx, 0));
    const std::string text = to_utf8(string_at(ctx, 1));
    const SourceKind kind = duk_to_boolean(ctx, 2) != 0 ? SourceKind::module : SourceKind::common_js;
    push_compiled(runtime, ctx, {name, text, kind});
    return 1;
}

const LibrarySource* find_built_in(std::string_view name) {
    static const std::vector<LibrarySource> sources = [] {
        std::vector<LibrarySource> all = node_sources();
        const std::vector<LibrarySource> packages = package_sources();
        all.insert(all.end(), packages.begin(), packages.end());
        return all;
    }();
    for (const LibrarySource& source : sources) {
        if (source.name == name) {
            return &source;
        }
    }
    return nullptr;
}

/// compileBuiltIn(name): undefined if there is no such source.
duk_ret_t compile_built_in(Runtime& runtime, duk_context* ctx) {
    const LibrarySource* source = find_built_in(string_at(ctx, 0));
    if (source == nullptr) {
        return 0;
    }
    push_compiled(runtime, ctx, {source->name, source->text, SourceKind::common_js});
    return 1;
}

/// hasBuiltIn(name)
duk_ret_t has_built_in(Runtime& /*runtime*/, duk_context* ctx) {
    const bool exists = find_built_in("evald:" + std::string(string_at(ctx, 0))) != nullptr;
    duk_push_boolean(ctx, exists ? 1 : 0);
    return 1;
}

/// startLoader(): runs the loader's scripts with what the library's scripts get.
duk_ret_t start_loader(duk_context* ctx) {
    run_scripts(ctx, &loader_sources);
    return 0;
}

}  // namespace

void define_module_natives(duk_context* ctx) {
    const auto put = [ctx](const char* name, duk_c_function function, duk_idx_t count) {
        duk_push_c_function(ctx, function, count);
        duk_put_prop_string(ctx, -2, name);
    };
    put("pathKind", native<path_kind>, 1);
    put("fileStamp", native<file_stamp>, 1);
    put("realPath", native<real_path>, 1);
    put("readSource", native<read_source>, 1);
    put("compileModule", native<compile_module>, 3);
    put("compileBuiltIn", native<compile_built_in>, 1);
    put("hasBuiltIn", native<has_built_in>, 1);
    put("startLoader", start_loader, 0);
}

}  // namespace evald::js
