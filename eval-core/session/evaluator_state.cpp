#include "session/evaluator_state.hpp"

#include "platform/free_memory.hpp"

#include <boost/asio/co_spawn.hpp>
#include <utility>

namespace evald {
namespace {

WorkspaceFilesOptions workspace_options(const Config& config) {
    WorkspaceFilesOptions options;
    options.limits.max_bytes = config.workspace.max_bytes;
    options.limits.max_files = static_cast<std::uint64_t>(config.workspace.max_files);
    options.list_entries = static_cast<std::size_t>(config.workspace.list_entries);
    return options;
}

WorkspaceCare workspace_care(KernelProvisioner& provisioner) {
    return {[&provisioner](const std::string& folder) { return provisioner.own_workspace(folder); },
            provisioner.workspace_remover()};
}

}  // namespace

Evaluator::State::State(boost::asio::any_io_executor loop, const Config& settings, KernelProvisioner& provisioner,
                        ArtifactStore& store, ConfiguredTools* tools)
    : executor(loop),
      config(settings),
      artifacts(store),
      kernels(std::make_shared<KernelContext>(loop, settings, provisioner, tools)),
      runs(settings.limits.result_ttl, settings.limits.result_bytes, settings.limits.answered_bytes),
      workspaces(loop, settings.data, workspace_options(settings), workspace_care(provisioner)),
      records(loop, settings.data),
      spares(loop, settings, provisioner, workspaces, kernels->statistics, free_memory),
      sessions({kernels, store, *this, workspaces, records, spares}),
      maintenance(loop, settings, *kernels, sessions, runs, store, spares) {}

void Evaluator::State::on_run_finished(const std::shared_ptr<Run>& run) {
    // None of it has run: a retry under the same key is a new attempt.
    if (run->refusal()) runs.forget_key(*run);
    runs.finished(run, std::chrono::steady_clock::now());
    sessions.save_first_kernels(run->principal(), run->session());
    if (kernels->journal != nullptr) kernels->journal->run_finished(*run);
}

Result<void> Evaluator::State::check_backend(Language language) const {
    const bool enabled = language == Language::python ? config.python.enabled : config.javascript.enabled;
    if (!enabled) return Error{ErrorCode::unprocessable, "it is disabled in the configuration"};
    return kernels->provisioner.availability(language);
}

Result<void> Evaluator::State::check_backends(const EvalRequest& request) const {
    Error error{ErrorCode::unprocessable, ""};
    for (std::size_t i = 0; i < request.cells.size(); ++i) {
        const Result<void> available = check_backend(request.cells[i].language);
        if (available) continue;
        const std::string name(language_name(request.cells[i].language));
        error.message = name + " cells cannot run here: " + available.error().message;
        error.fields.push_back({"/cells/" + std::to_string(i) + "/language", name + " is not available"});
    }
    if (error.fields.empty()) return {};
    std::string there;
    for (const Language language : {Language::python, Language::javascript}) {
        if (!check_backend(language)) continue;
        there += there.empty() ? "" : ", ";
        there += language == Language::python ? "py" : "js";
    }
    error.message += there.empty() ? "; no language is available" : "; available: " + there;
    return error;
}

Result<void> Evaluator::State::check_memory(const EvalRequest& request) {
    if (runs.active_bytes() + RunRegistry::request_bytes(request) <= config.limits.queue_bytes) return {};
    kernels->statistics.queue_refusals += 1;
    Error error{ErrorCode::unavailable, "the runs that wait take up all the memory that they may; try again later"};
    error.retry_after_s = 2;
    return error;
}

boost::asio::awaitable<void> Evaluator::State::end_session(std::shared_ptr<Session> session,
                                                           std::chrono::milliseconds wait) {
    const auto over = std::make_shared<AsyncEvent>(executor);
    ending.insert(session);
    boost::asio::co_spawn(executor, session->end(CancelReason::session_ended, SessionKernel::StopReason::session_ended),
                          [this, session, over, still = std::weak_ptr(alive_)](const std::exception_ptr&) {
                              if (!still.expired()) ended(session);
                              over->set();
                          });
    const bool in_time = co_await over->wait_for(wait);
    (void)in_time;
}

void Evaluator::State::ended(const std::shared_ptr<Session>& session) {
    ending.erase(session);
    workspaces.discard(session->identity().workspace_name);
}

std::vector<std::shared_ptr<Session>> Evaluator::State::all_sessions() const {
    std::vector<std::shared_ptr<Session>> all = sessions.all();
    all.insert(all.end(), ending.begin(), ending.end());
    return all;
}

void Evaluator::State::count_session(Gauges& gauges, const Session& session) const {
    ++gauges.sessions;
    for (const Language language : {Language::python, Language::javascript}) {
        const SessionKernel& kernel = session.kernel(language);
        if (kernel.state() == SessionKernel::State::empty) continue;
        gauges.kernels[{std::string(language_id(language)), std::string(kernel.state_name())}] += 1;
        if (kernel.current() != nullptr) gauges.kernel_request_bytes += kernel.current()->waiting_request_bytes();
    }
    gauges.runs_queued += session.queued();
    gauges.runs_running += session.running() ? 1 : 0;
    gauges.ring_bytes += session.events().ring_bytes();
    gauges.watchers += session.events().watchers();
    gauges.watcher_bytes += session.events().watcher_bytes();
    gauges.event_gaps += session.events().gaps();
    gauges.events += session.events().last_seq();
}

Gauges Evaluator::State::gauges() const {
    Gauges gauges;
    for (const auto& session : sessions.all()) count_session(gauges, *session);
    for (const Language language : {Language::python, Language::javascript})
        gauges.spares[std::string(language_id(language))] = spares.ready(language);
    gauges.spare_bytes = spares.resident_bytes();
    gauges.kernel_waiters = kernels->registry.waiting();
    gauges.results_kept = runs.kept();
    gauges.result_bytes = runs.bytes();
    gauges.request_bytes = runs.active_bytes();
    gauges.idempotency_keys = runs.keys();
    gauges.artifacts = artifacts.count();
    gauges.artifact_bytes = artifacts.total_bytes();
    gauges.artifact_pending_bytes = artifacts.pending_bytes();
    gauges.uploads = workspaces.files().quota().uploads();
    gauges.upload_bytes = workspaces.files().quota().reserved_bytes();
    return gauges;
}

}  // namespace evald
