#include "event_loop/timers.hpp"

#include <algorithm>
#include <utility>

#include "engine/guarded.hpp"
#include "runtime.hpp"

namespace evald::js {

namespace {

constexpr const char* k_slot = "timers";
/// Immediates share the table of callbacks with timers, with numbers of their own.
constexpr TimerId k_immediate_bit = 0x80000000U;

TimerQueue::TimePoint now() { return std::chrono::steady_clock::now(); }

void push_table(duk_context* ctx) {
    duk_push_heap_stash(ctx);
    if (duk_get_prop_string(ctx, -1, k_slot) == 0) {
        duk_pop(ctx);
        duk_push_bare_object(ctx);
        duk_dup(ctx, -1);
        duk_put_prop_string(ctx, -3, k_slot);
    }
    duk_remove(ctx, -2);
}

/// Packs the topmost `count` values into the table.
void keep_callback(duk_context* ctx, duk_idx_t count, TimerId id) {
    guarded(ctx, count, 0, [count, id](duk_context* inner) {
        duk_push_bare_array(inner);
        for (duk_idx_t i = 0; i < count; ++i) {
            duk_dup(inner, -1 - count + i);
            duk_put_prop_index(inner, -2, static_cast<duk_uarridx_t>(i));
        }
        push_table(inner);
        duk_dup(inner, -2);
        duk_put_prop_index(inner, -2, id);
    });
}

void drop_callback(duk_context* ctx, TimerId id) {
    guarded(ctx, 0, 0, [id](duk_context* inner) {
        push_table(inner);
        duk_del_prop_index(inner, -1, id);
    });
}

/// Pushes callback and arguments and calls it; the result is dropped.
void call_kept(duk_context* inner, TimerId id, bool keep) {
    push_table(inner);
    if (duk_get_prop_index(inner, -1, id) == 0) {
        return;
    }
    if (!keep) {
        duk_del_prop_index(inner, -2, id);
    }
    const auto count = static_cast<duk_idx_t>(duk_get_length(inner, -1));
    const duk_idx_t list = duk_get_top_index(inner);
    duk_require_stack(inner, count + 4);
    for (duk_idx_t i = 0; i < count; ++i) {
        duk_get_prop_index(inner, list, static_cast<duk_uarridx_t>(i));
    }
    duk_call(inner, count - 1);
}

}  // namespace

TimerId Timers::set(duk_context* ctx, duk_idx_t count, double delay_ms, bool repeats) {
    constexpr double k_longest = 2147483647;
    const bool in_range = delay_ms >= 1 && delay_ms <= k_longest;  // as in Node, anything else means 1 ms
    const auto delay = std::chrono::duration_cast<TimerQueue::Duration>(
        std::chrono::duration<double, std::milli>(in_range ? delay_ms : 1));
    const TimerId id = queue_.add(delay, repeats, runtime_.current_cell(), now());
    try {
        keep_callback(ctx, count, id);
    } catch (...) {
        queue_.cancel(id);
        throw;
    }
    arm();
    return id;
}

TimerId Timers::set_immediate(duk_context* ctx, duk_idx_t count) {
    const TimerId id = k_immediate_bit | ++last_immediate_;
    keep_callback(ctx, count, id);
    immediates_.push_back({id, runtime_.current_cell()});
    if (immediates_.size() == 1) {
        runtime_.loop().post([this] { run_immediates(); });
    }
    return id;
}

void Timers::clear(duk_context* ctx, TimerId id) {
    queue_.cancel(id);
    drop_callback(ctx, id);
    arm();
}

bool Timers::restart(TimerId id) {
    const bool exists = queue_.restart(id, now());
    arm();
    return exists;
}

void Timers::arm() { runtime_.loop().set_timer(queue_.next_due()); }

void Timers::run_due() {
    const TimerQueue::TimePoint turn = now();
    while (const auto timer = queue_.take_due(turn)) {
        call(timer->cell, timer->id, true);
        if (queue_.end_turn(timer->id, now())) {
            drop_callback(runtime_.context(), timer->id);
        }
    }
    arm();
}

void Timers::run_immediates() {
    for (const Immediate& immediate : std::exchange(immediates_, {})) {
        call(immediate.cell, immediate.id, false);
    }
}

void Timers::call(const CellId& cell, TimerId id, bool keep) {
    runtime_.run_in_background(cell, [id, keep](duk_context* ctx) {
        guarded(ctx, 0, 0, [id, keep](duk_context* inner) { call_kept(inner, id, keep); });
    });
}

}  // namespace evald::js
