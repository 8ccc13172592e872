#include "engine/engine.hpp"

#include <unistd.h>

#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "engine/interrupt.hpp"

namespace evald::js {

namespace {

BoundedHeap& heap_of(void* engine) { return static_cast<Engine*>(engine)->heap(); }

void* allocate(void* engine, duk_size_t size) { return heap_of(engine).allocate(size); }
void* reallocate(void* engine, void* block, duk_size_t size) { return heap_of(engine).reallocate(block, size); }
void release(void* engine, void* block) { heap_of(engine).release(block); }

duk_ret_t make_thrown_slot(duk_context* ctx, void* result) {
    duk_push_heap_stash(ctx);
    duk_push_bare_array(ctx);
    duk_push_undefined(ctx);
    duk_put_prop_index(ctx, -2, 0);
    *static_cast<void**>(result) = duk_get_heapptr(ctx, -1);
    duk_put_prop_string(ctx, -2, "thrown");  // keeps it alive
    return 0;
}

}  // namespace

extern "C" {
int evald_engine_should_stop(void* engine) { return static_cast<Engine*>(engine)->execution_check() ? 1 : 0; }
void evald_engine_fatal(void* engine, const char* message) { static_cast<Engine*>(engine)->fatal(message); }
}

Engine::Engine(std::size_t heap_limit, Runtime& runtime, Hooks hooks)
    : heap_(heap_limit),
      runtime_(runtime),
      hooks_(std::move(hooks)),
      context_(duk_create_heap(allocate, reallocate, release, this, evald_engine_fatal)) {
    if (context_ == nullptr) {
        throw std::runtime_error("the heap limit is too small for the JavaScript engine");
    }
    if (duk_safe_call(context_, make_thrown_slot, &thrown_slot_, 0, 1) != DUK_EXEC_SUCCESS) {
        throw std::runtime_error("the heap limit is too small for the JavaScript engine");
    }
    duk_pop(context_);
    Interrupt::watch(context_);
}

Engine::~Engine() {
    Interrupt::watch(nullptr);
    duk_destroy_heap(context_);
}

bool Engine::stop_requested() const { return Interrupt::requested(); }

void Engine::collect_garbage() {
    duk_gc(context_, 0);
    duk_gc(context_, 0);  // what finalizers let go in the first round
}

bool Engine::execution_check() {
    try {
        if (hooks_.on_execution_check) {
            hooks_.on_execution_check();
        }
    } catch (...) {  // memory ran out while flushing: the script is not to blame, and C is above us
    }
    return stop_requested();
}

void Engine::fatal(const char* message) {
    try {
        if (hooks_.on_fatal) {
            hooks_.on_fatal(message != nullptr ? message : "fatal error");
        }
    } catch (...) {  // nothing is left but to end
    }
    ::_exit(EXIT_FAILURE);
}

Engine& engine_of(duk_context* ctx) {
    duk_memory_functions functions;
    duk_get_memory_functions(ctx, &functions);
    return *static_cast<Engine*>(functions.udata);
}

}  // namespace evald::js
