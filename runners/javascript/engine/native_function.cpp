#include "engine/native_function.hpp"

#include <cctype>
#include <cerrno>
#include <cstring>
#include <utility>

#include "engine/engine.hpp"
#include "engine/guarded.hpp"

namespace evald::js {

namespace {

void push_error(duk_context* ctx, const NativeError& error) {
    guarded(ctx, 0, 1, [&error](duk_context* inner) {
        duk_push_error_object_raw(inner, error.kind(), nullptr, 0, "%s", error.what());
        if (error.number() == 0) {
            return;
        }
        duk_push_int(inner, -error.number());
        duk_put_prop_string(inner, -2, "errno");
        duk_push_string(inner, ::strerrorname_np(error.number()));
        duk_put_prop_string(inner, -2, "code");
        duk_push_lstring(inner, error.call().data(), error.call().size());
        duk_put_prop_string(inner, -2, "syscall");
        if (!error.path().empty()) {
            duk_push_lstring(inner, error.path().data(), error.path().size());
            duk_put_prop_string(inner, -2, "path");
        }
    });
}

/// Leaves the value to throw on the stack, whatever happens.
void push_failure(duk_context* ctx, const NativeError& error) noexcept {
    try {
        push_error(ctx, error);
    } catch (...) {
        take_thrown_value(ctx);
    }
}

void push_failure(duk_context* ctx, const char* message) noexcept {
    try {
        push_error(ctx, NativeError(DUK_ERR_ERROR, message));
    } catch (...) {
        take_thrown_value(ctx);
    }
}

void define(duk_context* ctx, const char* name, duk_c_function function, duk_idx_t argument_count, duk_uint_t flags) {
    duk_push_string(ctx, name);
    duk_push_c_function(ctx, function, argument_count);
    duk_push_string(ctx, "name");
    duk_push_string(ctx, name);
    duk_def_prop(ctx, -3, DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_SET_CONFIGURABLE | DUK_DEFPROP_FORCE);
    duk_def_prop(ctx, -3, flags);
}

}  // namespace

namespace {

/// The reason as Node words it: the system's own but for a few.
std::string system_reason(int number) {
    switch (number) {
        case EEXIST: return "file already exists";
        case EISDIR: return "illegal operation on a directory";
        case ELOOP: return "too many symbolic links encountered";
        case EXDEV: return "cross-device link not permitted";
        case ENAMETOOLONG: return "name too long";
        case EBUSY: return "resource busy or locked";
        case ETXTBSY: return "text file is busy";
        default: break;
    }
    std::string reason = ::strerrordesc_np(number) != nullptr ? ::strerrordesc_np(number) : "unknown error";
    reason[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(reason[0])));
    return reason;
}

}  // namespace

NativeError NativeError::system_error(int number, std::string call, std::string path) {
    std::string text = errno_name(number) + ": ";
    text += system_reason(number) + ", " + call;
    if (!path.empty()) {
        text += " '" + path + "'";
    }
    NativeError error(DUK_ERR_ERROR, std::move(text));
    error.number_ = number;
    error.call_ = std::move(call);
    error.path_ = std::move(path);
    return error;
}

std::string errno_name(int number) {
    const char* name = ::strerrorname_np(number);
    return name != nullptr ? name : "E" + std::to_string(number);
}

bool run_native(duk_context* ctx, NativeBody body, duk_ret_t& result) noexcept {
    try {
        result = body(runtime_of(ctx), ctx);
        return true;
    } catch (const ScriptError&) {
        take_thrown_value(ctx);
    } catch (const NativeError& error) {
        push_failure(ctx, error);
    } catch (const Interrupted&) {
        push_failure(ctx, "interrupted");  // the next execution check throws again, until the cell has ended
    } catch (const std::bad_alloc&) {
        push_failure(ctx, NativeError::range_error("out of memory"));
    } catch (const std::exception& error) {
        push_failure(ctx, error.what());
    }
    return false;
}

void define_native(duk_context* ctx, const char* name, duk_c_function function, duk_idx_t argument_count) {
    define(ctx, name, function, argument_count,
           DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_SET_WRITABLE | DUK_DEFPROP_SET_CONFIGURABLE |
               DUK_DEFPROP_CLEAR_ENUMERABLE | DUK_DEFPROP_FORCE);
}

void define_enumerable_native(duk_context* ctx, const char* name, duk_c_function function, duk_idx_t argument_count) {
    define(ctx, name, function, argument_count,
           DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_SET_WRITABLE | DUK_DEFPROP_SET_CONFIGURABLE |
               DUK_DEFPROP_SET_ENUMERABLE | DUK_DEFPROP_FORCE);
}

}  // namespace evald::js
