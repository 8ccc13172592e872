#pragma once

#include <duktape.h>

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

namespace evald::js {

/// A script's exception on its way through C++. The thrown value waits in the heap's stash; take_thrown_value() pushes
/// it, and whoever catches a ScriptError takes it (or drops it).
///
/// The engine unwinds with longjmp, which passes C++ destructors by. So the rule of this code base: whatever may throw in
/// the engine is done inside guarded(), where no object with a destructor lives, or in a native that has none.
class ScriptError : public std::exception {
public:
    const char* what() const noexcept override { return "script error"; }
};

/// Asked for by the host: not to be caught by anything but the cell's end.
class Interrupted : public std::exception {
public:
    const char* what() const noexcept override { return "interrupted"; }
};

void keep_thrown_value(duk_context* ctx);  ///< pops it
void take_thrown_value(duk_context* ctx);  ///< pushes it; needs room for one value on the stack

/// Runs `body(ctx)`, which takes `args` values from the stack and leaves `results`. A script's exception in it becomes a
/// ScriptError here, the stack as before without the arguments; C++ exceptions pass through.
template <class Body>
void guarded(duk_context* ctx, duk_idx_t args, duk_idx_t results, Body&& body) {
    struct Call {
        std::remove_reference_t<Body>* body;
        duk_idx_t results;
        std::exception_ptr failure;
    } call{&body, results, nullptr};
    const duk_safe_call_function run = [](duk_context* inner, void* data) -> duk_ret_t {
        auto* running = static_cast<Call*>(data);
        constexpr duk_idx_t k_stack_for_body = 24;
        duk_require_stack(inner, k_stack_for_body);
        try {
            (*running->body)(inner);
        } catch (...) {
            running->failure = std::current_exception();
            return 0;
        }
        return static_cast<duk_ret_t>(running->results);
    };
    constexpr duk_idx_t k_stack_for_results = 8;
    if (duk_check_stack(ctx, k_stack_for_results) == 0) {
        throw std::bad_alloc();
    }
    const duk_int_t status = duk_safe_call(ctx, run, &call, args, std::max<duk_idx_t>(results, 1));
    if (status == DUK_EXEC_SUCCESS && !call.failure) {
        if (results == 0) {
            duk_pop(ctx);
        }
        return;
    }
    if (call.failure) {
        duk_pop_n(ctx, std::max<duk_idx_t>(results, 1));
        std::rethrow_exception(call.failure);
    }
    if (results > 1) {
        duk_pop_n(ctx, results - 1);
    }
    keep_thrown_value(ctx);
    throw ScriptError();
}

/// Restores the height of the value stack when a scope is left.
class StackMark {
public:
    explicit StackMark(duk_context* ctx) : ctx_(ctx), top_(duk_get_top(ctx)) {}
    ~StackMark() {
        if (duk_get_top(ctx_) > top_) {
            duk_set_top(ctx_, top_);
        }
    }
    StackMark(const StackMark&) = delete;
    StackMark& operator=(const StackMark&) = delete;
    duk_idx_t top() const { return top_; }

private:
    duk_context* ctx_;
    duk_idx_t top_;
};

}  // namespace evald::js
