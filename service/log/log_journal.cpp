#include "log/log_journal.hpp"

#include "log/log_event.hpp"

#include <chrono>

namespace evald::service {
namespace {

std::int64_t microseconds(Run::Clock::duration time) {
    return std::chrono::duration_cast<std::chrono::microseconds>(time).count();
}

}  // namespace

void LogJournal::run_finished(const Run& run) {
    if (!is_logged(LogLevel::info)) return;
    const EvalRequest& request = run.request();
    LogEvent line(LogLevel::info, "run");
    line.text("requestId", request.request_id).text("traceId", request.trace.trace_id());
    line.text("principal", run.principal()).text("session", run.session()).text("run", run.id());
    line.text("outcome", run.outcome()).number("cells", static_cast<std::int64_t>(request.cells.size()));
    if (run.cancelled()) line.text("cancelled", cancel_reason_text(*run.cancelled()));
    line.milliseconds("queuedMs", microseconds(run.started_at() - run.queued_at()));
    line.milliseconds("durationMs", microseconds(Run::Clock::now() - run.queued_at()));
    line.write();
}

void LogJournal::kernel_ended(const KernelEnd& end) {
    const LogLevel level = end.is_fault ? LogLevel::warn : LogLevel::debug;
    if (!is_logged(level)) return;
    LogEvent line(level, "kernel");
    line.text("principal", end.principal).text("session", end.session).text("language", language_id(end.language));
    line.text("reason", end.reason).text("detail", end.detail);
    line.write();
}

}  // namespace evald::service
