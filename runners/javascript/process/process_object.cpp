#include "process/process_object.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>

#include "engine/guarded.hpp"
#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "globals.hpp"
#include "protocol/text_encoding.hpp"
#include "runtime.hpp"

namespace evald::js {

namespace {

const std::chrono::steady_clock::time_point g_started = std::chrono::steady_clock::now();

double seconds_since_start() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - g_started).count();
}

duk_ret_t exit_process(Runtime& runtime, duk_context* ctx) {
    int code = 0;
    guarded(ctx, 0, 0, [&code](duk_context* inner) {
        duk_dup(inner, 0);
        code = has_argument(inner, -1) ? duk_to_int(inner, -1) & 0xFF : 0;
        duk_pop(inner);
    });
    runtime.exit(code);
}

duk_ret_t cwd(Runtime& /*runtime*/, duk_context* ctx) {
    std::error_code error;
    const std::string path = std::filesystem::current_path(error).string();
    if (error) {
        throw NativeError::system_error(error.value(), "uv_cwd", "");
    }
    push_text(ctx, to_script_text(path));
    return 1;
}

duk_ret_t chdir(Runtime& /*runtime*/, duk_context* ctx) {
    const std::string path = to_utf8(coerced_text(ctx, 0));
    if (::chdir(path.c_str()) != 0) {
        throw NativeError::system_error(errno, "chdir", path);
    }
    return 0;
}

duk_ret_t uptime(duk_context* ctx) {
    duk_push_number(ctx, seconds_since_start());
    return 1;
}

duk_ret_t hrtime(Runtime& /*runtime*/, duk_context* ctx) {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    auto nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
    guarded(ctx, 0, 1, [&nanoseconds](duk_context* inner) {
        constexpr double k_second = 1e9;
        constexpr long long k_whole_second = 1000000000;
        if (duk_is_array(inner, 0) != 0) {
            duk_get_prop_index(inner, 0, 0);
            duk_get_prop_index(inner, 0, 1);
            nanoseconds -= static_cast<long long>(duk_to_number(inner, -2) * k_second + duk_to_number(inner, -1));
            duk_pop_2(inner);
        }
        duk_push_array(inner);
        duk_push_number(inner, static_cast<double>(nanoseconds / k_whole_second));
        duk_put_prop_index(inner, -2, 0);
        duk_push_number(inner, static_cast<double>(nanoseconds % k_whole_second));
        duk_put_prop_index(inner, -2, 1);
    });
    return 1;
}

duk_ret_t memory_usage(Runtime& runtime, duk_context* ctx) {
    long pages = 0;
    long resident = 0;
    std::ifstream("/proc/self/statm") >> pages >> resident;
    const double page = static_cast<double>(::sysconf(_SC_PAGESIZE));
    const double used = static_cast<double>(runtime.engine().heap().used());
    guarded(ctx, 0, 1, [page, used, resident](duk_context* inner) {
        duk_push_object(inner);
        duk_push_number(inner, static_cast<double>(resident) * page);
        duk_put_prop_string(inner, -2, "rss");
        duk_push_number(inner, used);
        duk_put_prop_string(inner, -2, "heapTotal");
        duk_push_number(inner, used);
        duk_put_prop_string(inner, -2, "heapUsed");
        for (const char* name : {"external", "arrayBuffers"}) {  // their bytes are the heap's, here
            duk_push_uint(inner, 0);
            duk_put_prop_string(inner, -2, name);
        }
    });
    return 1;
}

template <Stream stream>
duk_ret_t write(Runtime& runtime, duk_context* ctx) {
    if (const void* bytes = duk_get_buffer_data(ctx, 0, nullptr); bytes != nullptr) {
        duk_size_t size = 0;
        duk_get_buffer_data(ctx, 0, &size);
        runtime.output().write(stream, runtime.current_cell(), {static_cast<const char*>(bytes), size});
    } else {
        runtime.output().write(stream, runtime.current_cell(), coerced_text(ctx, 0));
    }
    duk_push_true(ctx);
    return 1;
}

void put_text(duk_context* ctx, const char* key, const char* text) {
    duk_push_string(ctx, text);
    duk_put_prop_string(ctx, -2, key);
}

template <Stream stream>
void define_stream(duk_context* ctx, const char* name, int descriptor) {
    duk_push_object(ctx);
    define_enumerable_native(ctx, "write", native<write<stream>>, 1);
    duk_push_false(ctx);
    duk_put_prop_string(ctx, -2, "isTTY");
    duk_push_int(ctx, descriptor);
    duk_put_prop_string(ctx, -2, "fd");
    duk_put_prop_string(ctx, -2, name);
}

void define_facts(duk_context* ctx) {
    put_text(ctx, "platform", "linux");
#if defined(__aarch64__)
    put_text(ctx, "arch", "arm64");
#else
    put_text(ctx, "arch", "x64");
#endif
    put_text(ctx, "title", "evald-js");
    put_text(ctx, "version", "v20.19.0");  // the Node release whose behaviour is the model
    duk_push_object(ctx);
    put_text(ctx, "node", "20.19.0");
    put_text(ctx, "duktape", "2.7.0");
    duk_put_prop_string(ctx, -2, "versions");
    duk_push_array(ctx);
    duk_push_string(ctx, "evald-js");
    duk_put_prop_index(ctx, -2, 0);
    duk_put_prop_string(ctx, -2, "argv");
    duk_push_array(ctx);
    duk_put_prop_string(ctx, -2, "execArgv");
    duk_push_int(ctx, ::getpid());
    duk_put_prop_string(ctx, -2, "pid");
    duk_push_int(ctx, ::getppid());
    duk_put_prop_string(ctx, -2, "ppid");
}

}  // namespace

void install_process(duk_context* ctx) {
    duk_push_global_object(ctx);
    duk_push_string(ctx, "process");
    duk_push_object(ctx);
    define_facts(ctx);
    define_enumerable_native(ctx, "exit", native<exit_process>, 1);
    define_enumerable_native(ctx, "cwd", native<cwd>, 0);
    define_enumerable_native(ctx, "chdir", native<chdir>, 1);
    define_enumerable_native(ctx, "uptime", uptime, 0);
    define_enumerable_native(ctx, "hrtime", native<hrtime>, 1);
    define_enumerable_native(ctx, "memoryUsage", native<memory_usage>, 0);
    define_stream<Stream::standard_output>(ctx, "stdout", STDOUT_FILENO);
    define_stream<Stream::standard_error>(ctx, "stderr", STDERR_FILENO);
    define_environment(ctx);
    duk_push_string(ctx, "process");
    duk_put_prop_string(ctx, -2, DUK_WELLKNOWN_SYMBOL("Symbol.toStringTag"));
    duk_def_prop(ctx, -3,
                 DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_SET_WRITABLE | DUK_DEFPROP_SET_CONFIGURABLE |
                     DUK_DEFPROP_CLEAR_ENUMERABLE);
    duk_pop(ctx);
}

}  // namespace evald::js
