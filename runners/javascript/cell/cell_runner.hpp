#pragma once

#include <duktape.h>

#include <optional>
#include <string>

#include "protocol/frames.hpp"
#include "protocol/output_stream.hpp"
#include "protocol/request.hpp"

namespace evald::js {

class Runtime;

/// Runs cells, one at a time: from the `started` frame to the `done` frame, which each cell gets exactly once whatever
/// it does. A cell whose value is ready at once is over when run() returns.
class CellRunner {
public:
    explicit CellRunner(Runtime& runtime) : runtime_(runtime) {}

    void run(const RunCell& request);
    bool is_running() const { return running_.has_value(); }

    /// The value of the cell that waits (with this token) stands at index 2: kept until complete_if_settled().
    void settled(duk_context* ctx, int token, bool is_fulfilled);
    /// Ends the waiting cell if its value has come.
    void complete_if_settled();

    /// The host's interrupt found nothing busy: the cell waits for something that now need not come.
    void interrupt_waiting();

    /// process.exit() in a cell: its last frames are sent here, the process ends right after.
    void end_by_exit(int code);
    /// The engine is broken: says so for the running cell. The process ends right after.
    void end_by_fatal(std::string_view message);

private:
    struct Running {
        CellId id;
        bool silent = false;
        int number = 0;               ///< as in `<cell 3>` and executionCount
        int token = 0;                ///< of the value that is waited for
        std::optional<bool> outcome;  ///< that value has come: fulfilled?
    };

    template <class Step>
    void run_to_end(duk_context* ctx, Step&& step);
    void evaluate(const RunCell& request);
    bool wait_for_value(duk_context* ctx);
    bool fail_for_unhandled(duk_context* ctx);
    /// Pops the cell's value.
    void settle(duk_context* ctx);
    void fail(const ErrorReport& report);
    void fail_with_thrown(duk_context* ctx);
    void fail_interrupted(duk_context* ctx, bool has_thrown_value);
    void finish(CellEnd end);
    bool heap_is_used_up();
    std::string cell_name() const { return "<cell " + std::to_string(running_->number) + ">"; }

    Runtime& runtime_;
    std::optional<Running> running_;
    int count_ = 0;
    int token_ = 0;
};

}  // namespace evald::js
