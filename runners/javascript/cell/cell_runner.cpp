#include "cell/cell_runner.hpp"

#include "cell/evaluation.hpp"
#include "cell/failure.hpp"
#include "cell/last_value.hpp"
#include "display/bundle.hpp"
#include "engine/error_trace.hpp"
#include "engine/guarded.hpp"
#include "engine/interrupt.hpp"
#include "engine/native_function.hpp"
#include "library/library.hpp"
#include "process/process_object.hpp"
#include "runtime.hpp"

namespace evald::js {

namespace {

constexpr const char* k_outcome_slot = "outcome";

}  // namespace

void CellRunner::run(const RunCell& request) {
    const bool counts = request.store_history && !request.silent;
    running_ = Running{std::make_shared<const std::string>(request.id), request.silent, count_ + 1, 0, std::nullopt};
    count_ += counts ? 1 : 0;
    runtime_.set_current_cell(running_->id);
    Interrupt::arm();  // before the host can know that the cell has started
    runtime_.send(started_frame(request.id));
    runtime_.frames().flush();
    duk_context* ctx = runtime_.context();
    const StackMark mark(ctx);
    run_to_end(ctx, [&] {
        runtime_.surroundings().apply(request.cwd, request.env);
        if (!request.env.empty()) {
            refresh_environment(ctx);
        }
        evaluate(request);
    });
}

/// Whatever happens in `step`, the cell gets its end.
template <class Step>
void CellRunner::run_to_end(duk_context* ctx, Step&& step) {
    try {
        step();
    } catch (const ScriptError&) {
        fail_with_thrown(ctx);
    } catch (const Interrupted&) {
        fail_interrupted(ctx, false);
    } catch (const std::bad_alloc&) {
        fail(report_plain("RangeError", "out of memory"));
    } catch (const std::exception& error) {
        fail(report_plain("Error", error.what()));
    }
}

void CellRunner::evaluate(const RunCell& request) {
    duk_context* ctx = runtime_.context();
    const std::string name = cell_name();
    const Compiled compiled = compile(runtime_, ctx, {name, request.code, SourceKind::cell});
    if (compiled.fault) {
        fail(
            report_syntax(compiled.fault->message, {name, request.code, compiled.fault->line, compiled.fault->column}));
        return;
    }
    if (compiled.takes_helpers) {
        declare_globals(ctx, compiled.globals);
        guarded(ctx, 1, 1, [](duk_context* inner) {
            duk_push_global_object(inner);
            push_helpers(inner);
            duk_call_method(inner, 1);
        });
    } else {
        guarded(ctx, 1, 1, [](duk_context* inner) { duk_call(inner, 0); });
    }
    runtime_.drain_microtasks();
    if (wait_for_value(ctx)) {
        duk_pop(ctx);
        complete_if_settled();
        return;
    }
    settle(ctx);
}

/// A thenable's value is waited for. True if the value at the top is one; the cell goes on then, in the loop.
bool CellRunner::wait_for_value(duk_context* ctx) {
    if (duk_is_object(ctx, -1) == 0) {
        return false;
    }
    bool is_thenable = false;
    const int token = ++token_;
    guarded(ctx, 0, 0, [&is_thenable, token](duk_context* inner) {
        const duk_idx_t value = duk_get_top_index(inner);
        push_library_hooks(inner);
        if (duk_get_prop_string(inner, -1, "isThenable") == 0) {
            duk_pop_2(inner);
            return;
        }
        duk_dup(inner, value);
        duk_call(inner, 1);
        is_thenable = duk_to_boolean(inner, -1) != 0;
        duk_pop(inner);
        if (is_thenable) {
            duk_get_prop_string(inner, -1, "whenSettled");
            duk_dup(inner, value);
            duk_push_int(inner, token);
            duk_call(inner, 2);
            duk_pop(inner);
        }
        duk_pop(inner);
    });
    if (is_thenable) {
        running_->token = token;
        runtime_.drain_microtasks();
    }
    return is_thenable;
}

void CellRunner::settled(duk_context* ctx, int token, bool is_fulfilled) {
    if (!running_ || running_->token != token) {
        return;  // of a cell that was interrupted
    }
    guarded(ctx, 0, 0, [](duk_context* inner) {
        duk_push_heap_stash(inner);
        duk_dup(inner, 2);
        duk_put_prop_string(inner, -2, k_outcome_slot);
        duk_pop(inner);
    });
    running_->outcome = is_fulfilled;
}

void CellRunner::complete_if_settled() {
    if (!running_ || !running_->outcome) {
        return;
    }
    duk_context* ctx = runtime_.context();
    const StackMark mark(ctx);
    guarded(ctx, 0, 1, [](duk_context* inner) {
        duk_push_heap_stash(inner);
        duk_get_prop_string(inner, -1, k_outcome_slot);
        duk_push_undefined(inner);
        duk_put_prop_string(inner, -3, k_outcome_slot);
        duk_remove(inner, -2);
    });
    const bool is_fulfilled = *running_->outcome;
    running_->outcome.reset();
    run_to_end(ctx, [&] {
        if (Interrupt::requested()) {
            fail_interrupted(ctx, !is_fulfilled);
        } else if (is_fulfilled) {
            settle(ctx);
        } else {
            fail(report_thrown(ctx, -1));
        }
    });
}

void CellRunner::settle(duk_context* ctx) {
    if (Interrupt::requested()) {
        throw Interrupted();
    }
    if (fail_for_unhandled(ctx)) {
        return;
    }
    if (!running_->silent && duk_is_undefined(ctx, -1) == 0) {
        remember_last_value(ctx);
        const MimeBundle bundle = bundle_of_value(ctx, -1);
        runtime_.send(result_frame(*running_->id, bundle));
    }
    duk_pop(ctx);
    finish({});
}

/// A rejection that nobody looked at fails the cell in which it happened.
bool CellRunner::fail_for_unhandled(duk_context* ctx) {
    const StackMark mark(ctx);
    if (!runtime_.push_unhandled_rejection(ctx)) {
        return false;
    }
    ErrorReport report = report_thrown(ctx, -1);
    const std::string advice = "Unhandled rejection (missing await?): ";
    report.value = advice + report.value;
    if (!report.traceback.empty()) {
        report.traceback[0] = advice + report.traceback[0];
    }
    fail(report);
    return true;
}

void CellRunner::fail(const ErrorReport& report) {
    runtime_.send(error_frame(*running_->id, report));
    CellEnd end;
    end.ok = false;
    finish(end);
}

void CellRunner::fail_with_thrown(duk_context* ctx) {
    take_thrown_value(ctx);
    if (Interrupt::requested()) {
        fail_interrupted(ctx, true);
    } else {
        fail(report_thrown(ctx, -1));
    }
}

void CellRunner::fail_interrupted(duk_context* ctx, bool has_thrown_value) {
    // No script is running any more; what is called to describe the failure must not be stopped in turn.
    Interrupt::disarm();
    runtime_.drop_microtasks();  // they may be without end
    ErrorReport report = report_plain("Interrupted", "the cell was interrupted");
    if (has_thrown_value) {
        for (std::string& frame : error_frames(ctx, -1)) {
            report.traceback.push_back(std::move(frame));
        }
    }
    runtime_.send(error_frame(*running_->id, report));
    CellEnd end;
    end.ok = false;
    end.cancelled = true;
    finish(end);
}

void CellRunner::interrupt_waiting() {
    if (running_ && Interrupt::requested()) {
        fail_interrupted(runtime_.context(), false);
    }
}

void CellRunner::finish(CellEnd end) {
    end.execution_count = count_;
    end.restart = end.restart || heap_is_used_up();
    Interrupt::disarm();
    runtime_.send(done_frame(*running_->id, end));
    runtime_.frames().flush();
    running_.reset();
    if (end.restart) {
        runtime_.leave();
    }
}

/// After memory ran out: is what the script still holds too much to go on with?
bool CellRunner::heap_is_used_up() {
    BoundedHeap& heap = runtime_.engine().heap();
    if (!heap.is_exhausted()) {
        return false;
    }
    runtime_.engine().collect_garbage();
    heap.forget_exhaustion();
    return heap.used() > heap.limit() / 4 * 3;
}

void CellRunner::end_by_exit(int code) {
    if (!running_) {
        runtime_.output().flush();
        return;
    }
    CellEnd end;
    end.ok = code == 0;
    end.exit_code = code;
    end.restart = true;
    finish(end);
}

void CellRunner::end_by_fatal(std::string_view message) {
    if (!running_) {
        return;
    }
    runtime_.send(
        error_frame(*running_->id, report_plain("Error", "fatal error of the engine: " + std::string(message))));
    CellEnd end;
    end.ok = false;
    end.restart = true;
    end.execution_count = count_;
    runtime_.send(done_frame(*running_->id, end));
    runtime_.frames().flush();
}

}  // namespace evald::js
