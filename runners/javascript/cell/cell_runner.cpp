#include "cell/cell_runner.hpp"

#include "cell/evaluation.hpp"
#include "cell/failure.hpp"
#include "cell/last_value.hpp"
#include "display/bundle.hpp"
#include "engine/error_trace.hpp"
#include "engine/guarded.hpp"
#include "engine/interrupt.hpp"
#include "engine/native_function.hpp"
#include "process/process_object.hpp"
#include "runtime.hpp"

namespace evald::js {

void CellRunner::run(const RunCell& request) {
    const bool counts = request.store_history && !request.silent;
    running_ = Running{std::make_shared<const std::string>(request.id), request.silent, count_ + 1};
    count_ += counts ? 1 : 0;
    runtime_.set_current_cell(running_->id);
    Interrupt::arm();  // before the host can know that the cell has started
    runtime_.send(started_frame(request.id));
    runtime_.frames().flush();
    duk_context* ctx = runtime_.context();
    const StackMark mark(ctx);
    try {
        runtime_.surroundings().apply(request.cwd, request.env);
        if (!request.env.empty()) {
            refresh_environment(ctx);
        }
        evaluate(request);
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
    if (const auto fault = compile(runtime_, ctx, {name, request.code, SourceKind::cell})) {
        fail(report_syntax(fault->message, {name, request.code, fault->line, fault->column}));
        return;
    }
    guarded(ctx, 1, 1, [](duk_context* inner) { duk_call(inner, 0); });
    settle(ctx);
}

void CellRunner::settle(duk_context* ctx) {
    if (!running_->silent && duk_is_undefined(ctx, -1) == 0) {
        remember_last_value(ctx);
        const MimeBundle bundle = bundle_of_value(ctx, -1);
        runtime_.send(result_frame(*running_->id, bundle));
    }
    duk_pop(ctx);
    finish({});
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
