#include <pwd.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>

#include "engine/guarded.hpp"
#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "node/bytes.hpp"
#include "node/node_natives.hpp"
#include "protocol/text_encoding.hpp"

namespace evald::js {

namespace {

void put_text(duk_context* ctx, const char* key, const char* text) {
    duk_push_string(ctx, text != nullptr ? text : "");
    duk_put_prop_string(ctx, -2, key);
}

void put_number(duk_context* ctx, const char* key, double number) {
    duk_push_number(ctx, number);
    duk_put_prop_string(ctx, -2, key);
}

/// systemFacts(): what node:os tells
duk_ret_t system_facts(Runtime& /*runtime*/, duk_context* ctx) {
    guarded(ctx, 0, 1, [](duk_context* inner) {
        utsname names{};
        ::uname(&names);
        struct sysinfo info {};
        ::sysinfo(&info);
        std::array<double, 3> loads{};
        ::getloadavg(loads.data(), 3);
        const passwd* user = ::getpwuid(::getuid());
        duk_push_object(inner);
        put_text(inner, "sysname", names.sysname);
        put_text(inner, "release", names.release);
        put_text(inner, "version", names.version);
        put_text(inner, "machine", names.machine);
        put_text(inner, "hostname", names.nodename);
        put_number(inner, "totalmem", static_cast<double>(info.totalram) * info.mem_unit);
        put_number(inner, "freemem", static_cast<double>(info.freeram) * info.mem_unit);
        put_number(inner, "uptime", static_cast<double>(info.uptime));
        put_number(inner, "cpus", std::thread::hardware_concurrency());
        put_number(inner, "uid", ::getuid());
        put_number(inner, "gid", ::getgid());
        put_text(inner, "username", user != nullptr ? user->pw_name : "");
        put_text(inner, "homedir", user != nullptr ? user->pw_dir : "/");
        put_text(inner, "shell", user != nullptr ? user->pw_shell : "");
        duk_push_array(inner);
        for (duk_uarridx_t i = 0; i < 3; ++i) {
            duk_push_number(inner, loads[i]);
            duk_put_prop_index(inner, -2, i);
        }
        duk_put_prop_string(inner, -2, "loadavg");
    });
    return 1;
}

/// errnoName(number), errnoText(number)
duk_ret_t errno_name_of(Runtime& /*runtime*/, duk_context* ctx) {
    push_text(ctx, errno_name(static_cast<int>(integer_at(ctx, 0, 0))));
    return 1;
}

/// setMask(mask or undefined): the mask before
duk_ret_t set_mask(Runtime& /*runtime*/, duk_context* ctx) {
    const mode_t before = ::umask(static_cast<mode_t>(integer_at(ctx, 0, 022)));
    if (duk_is_number(ctx, 0) == 0) {
        ::umask(before);
    }
    duk_push_uint(ctx, before);
    return 1;
}

/// kill(pid, signal)
duk_ret_t kill_process(Runtime& /*runtime*/, duk_context* ctx) {
    if (::kill(static_cast<pid_t>(integer_at(ctx, 0, 0)), static_cast<int>(integer_at(ctx, 1, SIGTERM))) != 0) {
        throw NativeError::system_error(errno, "kill", "");
    }
    return 0;
}

/// cpuTimes(): seconds of user and system
duk_ret_t cpu_times(Runtime& /*runtime*/, duk_context* ctx) {
    guarded(ctx, 0, 1, [](duk_context* inner) {
        rusage usage{};
        ::getrusage(RUSAGE_SELF, &usage);
        const auto microseconds = [](const timeval& time) {
            return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_usec);
        };
        duk_push_object(inner);
        put_number(inner, "user", microseconds(usage.ru_utime));
        put_number(inner, "system", microseconds(usage.ru_stime));
        put_number(inner, "maxRSS", static_cast<double>(usage.ru_maxrss));
    });
    return 1;
}

}  // namespace

void define_system_natives(duk_context* ctx) {
    put_native(ctx, "systemFacts", native<system_facts>, 0);
    put_native(ctx, "errnoName", native<errno_name_of>, 1);
    put_native(ctx, "setMask", native<set_mask>, 1);
    put_native(ctx, "kill", native<kill_process>, 2);
    put_native(ctx, "cpuTimes", native<cpu_times>, 0);
}

void define_node_natives(duk_context* ctx) {
    define_byte_natives(ctx);
    define_file_natives(ctx);
    define_folder_natives(ctx);
    define_system_natives(ctx);
    define_crypto_natives(ctx);
    define_zlib_natives(ctx);
    define_child_natives(ctx);
    define_fetch_natives(ctx);
}

}  // namespace evald::js
