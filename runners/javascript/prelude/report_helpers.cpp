#include <unistd.h>

#include <cstdlib>

#include "display/display_functions.hpp"
#include "engine/guarded.hpp"
#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "prelude/helper_arguments.hpp"
#include "prelude/prelude_functions.hpp"
#include "prelude/status_event.hpp"
#include "process/process_object.hpp"
#include "protocol/text_encoding.hpp"

namespace evald::js {

namespace {

/// env(): all variables; env(key): one, or undefined; env(key, value): sets it.
duk_ret_t env(Runtime& runtime, duk_context* ctx) {
    if (!has_argument(ctx, 0)) {
        std::size_t count = 0;
        for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
            ++count;
        }
        send_status(runtime, StatusEvent("env").add("count", count).json());
        push_environment_copy(ctx);
        return 1;
    }
    const std::string key = to_utf8(coerced_text(ctx, 0));
    if (has_argument(ctx, 1)) {
        const std::string value = to_utf8(coerced_text(ctx, 1));
        ::setenv(key.c_str(), value.c_str(), 1);
        refresh_environment(ctx);
        send_status(runtime, StatusEvent("env").add("key", key).add("action", "set").json());
        push_text(ctx, to_script_text(value));
        return 1;
    }
    const char* value = std::getenv(key.c_str());
    send_status(runtime, StatusEvent("env").add("key", key).add("action", "get").json());
    if (value == nullptr) {
        return 0;
    }
    push_text(ctx, to_script_text(value));
    return 1;
}

duk_ret_t log(Runtime& runtime, duk_context* ctx) {
    send_status(runtime, StatusEvent("log").add("message", to_utf8(coerced_text(ctx, 0))).json());
    return 0;
}

duk_ret_t phase(Runtime& runtime, duk_context* ctx) {
    send_status(runtime, StatusEvent("phase").add("title", to_utf8(coerced_text(ctx, 0))).json());
    return 0;
}

}  // namespace

void install_report_helpers(duk_context* ctx) {
    duk_push_global_object(ctx);
    define_native(ctx, "env", native<env>, 2);
    define_native(ctx, "log", native<log>, 1);
    define_native(ctx, "phase", native<phase>, 1);
    duk_pop(ctx);
}

}  // namespace evald::js
