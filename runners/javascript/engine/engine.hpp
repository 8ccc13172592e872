#pragma once

#include <duktape.h>

#include <cstddef>
#include <functional>
#include <string_view>

#include "engine/bounded_heap.hpp"

namespace evald::js {

class Runtime;

/// One Duktape heap with its limits. Everything that a script can reach lives in here and dies with it. Owned by
/// Runtime; single-threaded. The two hooks are called from deep inside the engine and must not call back into it.
class Engine {
public:
    struct Hooks {
        std::function<void()> on_execution_check;                ///< every few ms while a script runs
        std::function<void(std::string_view message)> on_fatal;  ///< the heap is broken; the process ends after it
    };

    Engine(std::size_t heap_limit, Runtime& runtime, Hooks hooks);
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    duk_context* context() { return context_; }
    BoundedHeap& heap() { return heap_; }
    Runtime& runtime() { return runtime_; }

    /// Where a thrown value waits while C++ unwinds; see ScriptError.
    void* thrown_slot() const { return thrown_slot_; }

    /// Must the running script end?
    bool stop_requested() const;
    void collect_garbage();

    // Called by the engine, with what it got as its user data.
    bool execution_check();
    [[noreturn]] void fatal(const char* message);

private:
    BoundedHeap heap_;
    Runtime& runtime_;
    Hooks hooks_;
    duk_context* context_;
    void* thrown_slot_ = nullptr;
};

Engine& engine_of(duk_context* ctx);
inline Runtime& runtime_of(duk_context* ctx) { return engine_of(ctx).runtime(); }

}  // namespace evald::js
