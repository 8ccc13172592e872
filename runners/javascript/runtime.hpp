#pragma once

#include <duktape.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

#include "cell/cell_runner.hpp"
#include "cell/source_texts.hpp"
#include "console/console.hpp"
#include "engine/engine.hpp"
#include "event_loop/event_loop.hpp"
#include "event_loop/timers.hpp"
#include "process/surroundings.hpp"
#include "protocol/descriptors.hpp"
#include "protocol/frame_writer.hpp"
#include "protocol/output_stream.hpp"
#include "protocol/request_source.hpp"

namespace evald::js {

class Lowering;

/// The runner: everything built in order of dependency, and the few things that all parts share. One thread, one
/// Runtime a process.
class Runtime {
public:
    Runtime(ProtocolDescriptors descriptors, std::size_t heap_limit);
    ~Runtime();
    Runtime(const Runtime&) = delete;
    Runtime& operator=(const Runtime&) = delete;

    /// Says `ready`, then serves requests until the host asks to leave, hangs up, or the heap is used up.
    void run();
    void leave();

    Engine& engine() { return *engine_; }
    duk_context* context() { return engine_->context(); }
    FrameWriter& frames() { return frames_; }
    OutputStream& output() { return output_; }
    EventLoop& loop() { return *loop_; }
    Timers& timers() { return timers_; }
    Console& console() { return console_; }
    CellRunner& cells() { return cells_; }
    Surroundings& surroundings() { return surroundings_; }
    const Lowering& lowering() const { return *lowering_; }
    SourceTexts& source_texts() { return source_texts_; }

    /// Has some source of this session made BigInts? From then on operators expect them.
    bool has_big_integers() const { return has_big_integers_; }
    void note_big_integers() { has_big_integers_ = true; }

    /// On whose behalf scripts run at present, or ran last.
    const CellId& current_cell() const { return current_cell_; }
    void set_current_cell(CellId cell) { current_cell_ = std::move(cell); }

    /// A frame that is no output: what was printed before it leaves before it.
    void send(std::string_view frame);

    /// Runs a callback of a script outside its cell: what it throws goes to that cell's stderr.
    void run_in_background(const CellId& cell, const std::function<void(duk_context*)>& callback);

    /// After scripts have run, before anything else: what they queued.
    void drain_microtasks();
    void drop_microtasks();
    /// Pushes what was rejected without anybody looking at it, and answers true; else pushes nothing.
    bool push_unhandled_rejection(duk_context* ctx);
    /// Thrown where no script can catch it: told on stderr.
    void report_uncaught(duk_context* ctx, duk_idx_t index);

    /// Work of the loop itself: nothing that goes wrong in it ends the process.
    void contain(const std::function<void()>& work);

    /// process.exit().
    [[noreturn]] void exit(int code);

private:
    void check_execution();
    void read_requests();
    void notice_interrupt();
    void handle_next_requests();
    void handle(RunCell& request) { cells_.run(request); }
    void handle(Restore& request);
    void handle(ToolResult& request);
    void handle(BarrierReached& request);
    void handle(Ping& request);
    void handle(Exit& request);

    SourceTexts source_texts_;
    FrameWriter frames_;
    OutputStream output_;
    RequestSource requests_;
    std::unique_ptr<Lowering> lowering_;
    Surroundings surroundings_;
    Console console_;
    Timers timers_;
    CellRunner cells_;
    CellId current_cell_;
    std::unique_ptr<EventLoop> loop_;
    std::unique_ptr<Engine> engine_;
    std::chrono::steady_clock::time_point looked_for_host_{};
    bool is_leaving_ = false;
    bool has_big_integers_ = false;
    bool has_unhandled_ = false;  ///< rejections that nobody has looked at, as of the last drain
};

}  // namespace evald::js
