#include "metrics/core_metrics.hpp"

namespace evald::service {
namespace {

double number(std::uint64_t value) { return static_cast<double>(value); }

template <class Counts>
void add_by_language(Families& out, const Counts& counts, const char* label) {
    for (const auto& [key, count] : counts) out.add(number(count), {{"language", key.first}, {label, key.second}});
}

void add_one_counter(Families& out, const char* name, const char* help, std::uint64_t value) {
    out.counters(name, help);
    out.add(number(value));
}

void add_one_gauge(Families& out, const char* name, const char* help, std::uint64_t value) {
    out.gauges(name, help);
    out.add(number(value));
}

void add_one_histogram(Families& out, const char* name, const char* help, const DurationHistogram& histogram) {
    out.histograms(name, help);
    out.add(histogram);
}

void add_counters(Families& out, const Statistics& counts) {
    out.counters("evald_runs_finished_total", "Runs that have ended, by outcome.");
    for (const auto& [outcome, count] : counts.runs_finished) out.add(number(count), {{"outcome", outcome}});
    out.counters("evald_cells_finished_total", "Cells that have ended, by language and outcome.");
    add_by_language(out, counts.cells_finished, "outcome");
    out.counters("evald_kernel_starts_total", "Kernels started, by language and outcome.");
    add_by_language(out, counts.kernel_starts, "outcome");
    out.counters("evald_spare_starts_total", "Spare kernels started, by language and outcome.");
    add_by_language(out, counts.spare_starts, "outcome");
    out.counters("evald_kernel_exits_total", "Kernels that have gone, by language and reason.");
    add_by_language(out, counts.kernel_exits, "reason");
    out.counters("evald_tool_calls_total", "Calls that cells made to tools, by who answers and outcome.");
    for (const auto& [key, count] : counts.tool_calls)
        out.add(number(count), {{"answered_by", key.first}, {"outcome", key.second}});
    add_one_counter(out, "evald_output_bytes_total", "Bytes that cells printed.", counts.output_bytes);
    add_one_counter(out, "evald_truncated_runs_total", "Runs whose text was truncated.", counts.truncated_runs);
    add_one_counter(out, "evald_artifact_failures_total", "Artifacts that could not be stored.",
                    counts.artifact_failures);
    add_one_counter(out, "evald_garbage_lines_total", "Lines of kernels that were no frame.", counts.garbage_lines);
    add_one_counter(out, "evald_sessions_created_total", "Sessions made.", counts.sessions_created);
    add_one_counter(out, "evald_foreign_sessions_total",
                    "Sessions made here although another node's name stands in their id: their state is lost to them.",
                    counts.foreign_sessions);
    add_one_counter(out, "evald_interrupts_total", "Interrupts sent to kernels.", counts.interrupts);
    add_one_counter(out, "evald_queue_refusals_total", "Runs refused as a session's queue was full.",
                    counts.queue_refusals);
}

void add_durations(Families& out, const Statistics& counts) {
    out.histograms("evald_cell_duration_seconds", "From a cell's start to its end, by language.");
    out.add(counts.cell_seconds_python, {{"language", "python"}});
    out.add(counts.cell_seconds_js, {{"language", "js"}});
    add_one_histogram(out, "evald_run_queue_wait_seconds", "How long runs waited for their turn.",
                      counts.queue_wait_seconds);
    add_one_histogram(out, "evald_kernel_start_seconds", "How long kernels took to start.",
                      counts.kernel_start_seconds);
    add_one_histogram(out, "evald_kernel_wait_seconds", "How long cells waited for a kernel slot.",
                      counts.kernel_wait_seconds);
}

}  // namespace

void add_core_metrics(Families& out, const Statistics& statistics, const Gauges& gauges) {
    add_counters(out, statistics);
    add_durations(out, statistics);
    out.gauges("evald_kernels", "Kernels, by language and state.");
    add_by_language(out, gauges.kernels, "state");
    out.gauges("evald_spare_kernels", "Kernels that wait ready for new sessions, by language.");
    for (const auto& [language, count] : gauges.spares) out.add(number(count), {{"language", language}});
    add_one_gauge(out, "evald_spare_kernel_bytes", "Resident memory of those.", gauges.spare_bytes);
    add_one_gauge(out, "evald_kernel_request_bytes", "Bytes that wait for kernels to read them.",
                  gauges.kernel_request_bytes);
    out.gauges("evald_runs", "Runs that have not ended, by state.");
    out.add(number(gauges.runs_queued), {{"state", "queued"}});
    out.add(number(gauges.runs_running), {{"state", "running"}});
    add_one_gauge(out, "evald_sessions", "Sessions.", gauges.sessions);
    add_one_gauge(out, "evald_kernel_waiters", "Cells that wait for a kernel slot.", gauges.kernel_waiters);
    add_one_gauge(out, "evald_event_watchers", "Subscriptions to events.", gauges.watchers);
    add_one_gauge(out, "evald_event_watcher_bytes", "Memory of the events that wait for watchers.",
                  gauges.watcher_bytes);
    add_one_gauge(out, "evald_event_ring_bytes", "Memory of the events kept for replay.", gauges.ring_bytes);
    add_one_gauge(out, "evald_session_events", "Events published by the sessions that live now.", gauges.events);
    add_one_gauge(out, "evald_session_event_gaps", "Gaps told to slow watchers of the sessions that live now.",
                  gauges.event_gaps);
    add_one_gauge(out, "evald_results_kept", "Results kept for retries and GET /runs.", gauges.results_kept);
    add_one_gauge(out, "evald_result_bytes", "Memory of those results.", gauges.result_bytes);
    add_one_gauge(out, "evald_run_request_bytes", "Memory of the requests of runs that have not ended.",
                  gauges.request_bytes);
    add_one_gauge(out, "evald_idempotency_keys", "Idempotency-Keys that are remembered.", gauges.idempotency_keys);
    add_one_gauge(out, "evald_artifacts", "Artifacts stored.", gauges.artifacts);
    add_one_gauge(out, "evald_artifact_bytes", "Bytes of those artifacts.", gauges.artifact_bytes);
    add_one_gauge(out, "evald_artifact_pending_bytes", "Bytes of artifacts that wait for the disk.",
                  gauges.artifact_pending_bytes);
    add_one_gauge(out, "evald_workspace_uploads", "Files on their way into workspaces.", gauges.uploads);
    add_one_gauge(out, "evald_workspace_upload_bytes", "Room that is reserved for those files.", gauges.upload_bytes);
}

}  // namespace evald::service
