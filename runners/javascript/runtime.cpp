#include "runtime.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <utility>
#include <variant>

#include "cell/failure.hpp"
#include "engine/guarded.hpp"
#include "engine/interrupt.hpp"
#include "engine/script_text.hpp"
#include "globals.hpp"
#include "library/library.hpp"
#include "lowering/lowering.hpp"
#include "process/process_object.hpp"
#include "protocol/frames.hpp"
#include "protocol/text_encoding.hpp"

namespace evald::js {

Runtime::Runtime(ProtocolDescriptors descriptors, std::size_t heap_limit)
    : frames_(descriptors.frames),
      output_(frames_),
      requests_(descriptors.requests),
      lowering_(make_modern_lowering()),
      console_(*this),
      timers_(*this),
      cells_(*this) {
    loop_ = std::make_unique<EventLoop>(
        requests_.descriptor(), Interrupt::wake_descriptor(),
        EventLoop::Handlers{[this] { contain([this] { read_requests(); }); },
                            [this] { contain([this] { notice_interrupt(); }); },
                            [this] { contain([this] { timers_.run_due(); }); }, [this] { output_.flush(); }});
    engine_ =
        std::make_unique<Engine>(heap_limit, *this,
                                 Engine::Hooks{[this] { check_execution(); },
                                               [this](std::string_view message) { cells_.end_by_fatal(message); }});
    guarded(context(), 0, 0, [](duk_context* ctx) { install_globals(ctx); });
}

Runtime::~Runtime() = default;

void Runtime::run() {
    send(ready_frame(k_engine_version));
    frames_.flush();
    loop_->run();
}

void Runtime::leave() {
    is_leaving_ = true;
    loop_->stop();
}

void Runtime::send(std::string_view frame) {
    output_.hand_over();
    frames_.append(frame);
}

/// From deep inside a busy script: output that is due leaves, and nobody runs on for a host that is gone.
void Runtime::check_execution() {
    output_.flush_if_due();
    constexpr std::chrono::milliseconds k_between_looks{200};
    const auto now = std::chrono::steady_clock::now();
    if (now - looked_for_host_ >= k_between_looks) {
        looked_for_host_ = now;
        if (requests_.is_abandoned()) {
            ::_exit(EXIT_SUCCESS);
        }
    }
}

void Runtime::notice_interrupt() {
    Interrupt::drain_wake_descriptor();
    cells_.interrupt_waiting();
    handle_next_requests();
}

void Runtime::read_requests() {
    const bool is_open = requests_.read_available();
    handle_next_requests();
    if (!is_open) {
        leave();
    }
}

void Runtime::handle_next_requests() {
    while (!is_leaving_) {
        auto request = requests_.next(cells_.is_running());
        if (!request) {
            return;
        }
        std::visit([this](auto& message) { handle(message); }, *request);
    }
}

void Runtime::handle(Restore& /*request*/) {
    surroundings_.restore();
    try {
        refresh_environment(context());
    } catch (const ScriptError&) {
        take_thrown_value(context());
        duk_pop(context());
    }
}

void Runtime::handle(ToolResult& request) {
    run_in_background(current_cell_, [&request](duk_context* ctx) {
        push_text(ctx, request.call_id);
        push_text(ctx, to_script_text(request.ok ? request.value : request.error));
        const bool is_ok = request.ok;
        guarded(ctx, 2, 0, [is_ok](duk_context* inner) {
            push_library_hooks(inner);
            if (duk_get_prop_string(inner, -1, "finishTool") == 0) {
                return;
            }
            duk_dup(inner, -4);
            duk_push_boolean(inner, is_ok ? 1 : 0);
            duk_dup(inner, -5);
            duk_call(inner, 3);
        });
    });
}

void Runtime::handle(BarrierReached& /*request*/) {}  // too late: nobody waits for it any more

void Runtime::handle(Ping& /*request*/) {
    send(pong_frame());
    frames_.flush();
}

void Runtime::handle(Exit& /*request*/) { leave(); }

void Runtime::run_in_background(const CellId& cell, const std::function<void(duk_context*)>& callback) {
    duk_context* ctx = context();
    const StackMark mark(ctx);
    const CellId before = std::exchange(current_cell_, cell);
    try {
        callback(ctx);
    } catch (const ScriptError&) {
        take_thrown_value(ctx);
        if (!Interrupt::requested()) {
            report_uncaught(ctx, -1);
        }
    }
    try {
        drain_microtasks();
    } catch (const ScriptError&) {
        take_thrown_value(ctx);
    }
    if (Interrupt::requested()) {
        cells_.interrupt_waiting();
    }
    cells_.complete_if_settled();
    if (!cells_.is_running() && push_unhandled_rejection(ctx)) {
        report_uncaught(ctx, -1);
    }
    current_cell_ = cells_.is_running() ? before : cell;
    handle_next_requests();
}

namespace {

/// process.on("uncaughtException"): true if a listener took the value at `index`.
bool tell_listener(duk_context* ctx, duk_idx_t index) {
    index = duk_normalize_index(ctx, index);
    const StackMark mark(ctx);
    try {
        guarded(ctx, 0, 1, [index](duk_context* inner) {
            push_library_hooks(inner);
            if (duk_get_prop_string(inner, -1, "uncaughtListener") != 0) {
                duk_dup(inner, index);
                duk_call(inner, 1);
            }
        });
        return duk_get_boolean(ctx, -1) != 0;
    } catch (const ScriptError&) {
        take_thrown_value(ctx);  // what the listener throws is lost: the first failure is the one to tell
        return false;
    }
}

}  // namespace

void Runtime::report_uncaught(duk_context* ctx, duk_idx_t index) {
    if (tell_listener(ctx, index)) {
        return;
    }
    std::string text;
    for (const std::string& line : report_thrown(ctx, index).traceback) {
        text += text.empty() && line.rfind("Uncaught", 0) != 0 ? "Uncaught " + line : line;
        text += '\n';
    }
    output_.write(Stream::standard_error, current_cell_, text);
}

namespace {

/// Calls a function that the library gave us; leaves its answer.
void call_hook(duk_context* ctx, const char* name) {
    guarded(ctx, 0, 1, [name](duk_context* inner) {
        push_library_hooks(inner);
        if (duk_get_prop_string(inner, -1, name) != 0) {
            duk_call(inner, 0);
        }
    });
}

}  // namespace

void Runtime::drain_microtasks() {
    const StackMark mark(context());
    call_hook(context(), "drain");
    has_unhandled_ = duk_get_boolean(context(), -1) != 0;
}

void Runtime::drop_microtasks() {
    const StackMark mark(context());
    contain([this] { call_hook(context(), "dropMicrotasks"); });
}

void Runtime::contain(const std::function<void()>& work) {
    try {
        work();
    } catch (const ScriptError&) {
        const StackMark mark(context());
        take_thrown_value(context());
    } catch (const std::exception& error) {
        output_.write(Stream::standard_error, current_cell_, std::string(error.what()) + "\n");
    }
}

bool Runtime::push_unhandled_rejection(duk_context* ctx) {
    if (!has_unhandled_) {
        return false;
    }
    has_unhandled_ = false;
    call_hook(ctx, "takeUnhandled");
    if (duk_is_array(ctx, -1) == 0 || duk_get_length(ctx, -1) == 0) {
        duk_pop(ctx);
        return false;
    }
    guarded(ctx, 1, 1, [](duk_context* inner) { duk_get_prop_index(inner, -1, 0); });
    return true;
}

void Runtime::exit(int code) {
    cells_.end_by_exit(code);
    ::_exit(code);
}

}  // namespace evald::js
