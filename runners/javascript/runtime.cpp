#include "runtime.hpp"

#include <unistd.h>

#include <utility>
#include <variant>

#include "cell/failure.hpp"
#include "engine/guarded.hpp"
#include "engine/interrupt.hpp"
#include "globals.hpp"
#include "process/process_object.hpp"
#include "protocol/frames.hpp"

namespace evald::js {

Runtime::Runtime(ProtocolDescriptors descriptors, std::size_t heap_limit)
    : frames_(descriptors.frames),
      output_(frames_),
      requests_(descriptors.requests),
      lowering_(make_unchanged_lowering()),
      console_(*this),
      timers_(*this),
      cells_(*this) {
    loop_ =
        std::make_unique<EventLoop>(requests_.descriptor(), Interrupt::wake_descriptor(),
                                    EventLoop::Handlers{[this] { read_requests(); },
                                                        [this] {
                                                            Interrupt::drain_wake_descriptor();
                                                            cells_.interrupt_waiting();
                                                            handle_next_requests();
                                                        },
                                                        [this] { timers_.run_due(); }, [this] { output_.flush(); }});
    engine_ =
        std::make_unique<Engine>(heap_limit, *this,
                                 Engine::Hooks{[this] { output_.flush_if_due(); },
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

void Runtime::read_requests() {
    const bool is_open = requests_.read_available();
    handle_next_requests();
    if (!is_open) {
        leave();
    }
}

void Runtime::handle_next_requests() {
    while (!is_leaving_ && !cells_.is_running()) {
        auto request = requests_.next();
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

void Runtime::handle(ToolResult& /*request*/) {}

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
        std::string text;
        for (const std::string& line : report_thrown(ctx, -1).traceback) {
            text += text.empty() && line.rfind("Uncaught", 0) != 0 ? "Uncaught " + line : line;
            text += '\n';
        }
        output_.write(Stream::standard_error, cell, text);
    }
    current_cell_ = before;
}

void Runtime::exit(int code) {
    cells_.end_by_exit(code);
    ::_exit(code);
}

}  // namespace evald::js
