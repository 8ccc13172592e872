#pragma once

#include <duktape.h>

#include <vector>

#include "event_loop/timer_queue.hpp"

namespace evald::js {

class Runtime;

/// setTimeout and its kin: callbacks of scripts, run by the event loop, each on behalf of the cell that set it.
class Timers {
public:
    explicit Timers(Runtime& runtime) : runtime_(runtime) {}

    /// Takes callback and arguments from the stack: [ ... callback args* ] with `count` values in all.
    TimerId set(duk_context* ctx, duk_idx_t count, double delay_ms, bool repeats);
    TimerId set_immediate(duk_context* ctx, duk_idx_t count);
    void clear(duk_context* ctx, TimerId id);
    bool restart(TimerId id);

    void run_due();  ///< called by the loop

private:
    struct Immediate {
        TimerId id;
        CellId cell;
    };
    void run_immediates();
    void call(const CellId& cell, TimerId id, bool keep);
    void arm();

    Runtime& runtime_;
    TimerQueue queue_;
    std::vector<Immediate> immediates_;
    TimerId last_immediate_ = 0;
};

/// Defines setTimeout, setInterval, setImmediate and their clear functions. Guarded by the caller.
void install_timers(duk_context* ctx);

/// bindTimers(f): from now on timers call what f makes of their callbacks when they are set.
duk_ret_t bind_timers(duk_context* ctx);

}  // namespace evald::js
