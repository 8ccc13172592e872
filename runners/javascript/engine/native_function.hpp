#pragma once

#include <duktape.h>

#include <exception>
#include <string>

namespace evald::js {

class Runtime;

/// An exception that a native raises in the script that called it.
class NativeError : public std::exception {
public:
    NativeError(duk_errcode_t kind, std::string message) : kind_(kind), message_(std::move(message)) {}
    static NativeError type_error(std::string message) { return {DUK_ERR_TYPE_ERROR, std::move(message)}; }
    static NativeError range_error(std::string message) { return {DUK_ERR_RANGE_ERROR, std::move(message)}; }
    /// As Node has them: "ENOENT: no such file or directory, open 'x'", with code, errno, syscall and path.
    static NativeError system_error(int number, std::string call, std::string path);

    const char* what() const noexcept override { return message_.c_str(); }
    duk_errcode_t kind() const { return kind_; }
    int number() const { return number_; }
    const std::string& call() const { return call_; }
    const std::string& path() const { return path_; }

private:
    duk_errcode_t kind_;
    std::string message_;
    int number_ = 0;
    std::string call_;
    std::string path_;
};

/// The name of an errno value ("ENOENT").
std::string errno_name(int number);

/// A native written in C++ as if the engine had no longjmp: it may own objects, and throw ScriptError, NativeError or
/// standard exceptions, as long as what may throw in the engine is guarded().
using NativeBody = duk_ret_t (*)(Runtime&, duk_context*);

/// False if the body failed; the value to throw is on the top of the stack then.
bool run_native(duk_context* ctx, NativeBody body, duk_ret_t& result) noexcept;

template <NativeBody body>
duk_ret_t native(duk_context* ctx) {
    duk_ret_t result = 0;
    if (!run_native(ctx, body, result)) {
        return duk_throw(ctx);
    }
    return result;
}

/// Defines a function on the object at the top of the stack: writable and configurable, not enumerable, as ECMAScript's
/// own. Not guarded: for set-up, which is guarded as a whole.
void define_native(duk_context* ctx, const char* name, duk_c_function function, duk_idx_t argument_count);

/// The same as an enumerable property, as Node's objects (console, process) have them.
void define_enumerable_native(duk_context* ctx, const char* name, duk_c_function function, duk_idx_t argument_count);

}  // namespace evald::js
