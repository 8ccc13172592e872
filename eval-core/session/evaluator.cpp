#include "session/evaluator.hpp"

#include "execution/run_registry.hpp"
#include "platform/random_id.hpp"
#include "session/maintenance.hpp"
#include "session/session.hpp"
#include "session/session_registry.hpp"
#include "session/workspaces.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <algorithm>
#include <utility>

namespace evald {
namespace {

/// How long a DELETE waits for the kernels; the rest goes on behind it.
constexpr std::chrono::milliseconds k_owner_cleanup_wait{2'000};

Error draining_error() {
    Error error{ErrorCode::unavailable, "the service is shutting down; send the request to another node or try again later"};
    error.retry_after_s = 5;
    return error;
}

}  // namespace

bool is_session_id(std::string_view id) {
    const auto allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
    };
    return !id.empty() && id.size() <= 128 && id != "." && id != ".." && std::all_of(id.begin(), id.end(), allowed);
}

struct Evaluator::State final : SessionListener {
    State(boost::asio::any_io_executor loop, const Config& settings, KernelProvisioner& provisioner, ArtifactStore& store,
          ConfiguredTools* tools)
        : executor(loop),
          config(settings),
          artifacts(store),
          kernels(std::make_shared<KernelContext>(loop, settings, provisioner, tools)),
          runs(settings.limits.result_ttl, settings.limits.result_bytes),
          workspaces(loop, settings.data),
          sessions(kernels, store, *this, workspaces),
          maintenance(loop, settings, *kernels, sessions, runs, store) {}

    void on_run_finished(const std::shared_ptr<Run>& run) override { runs.finished(run, std::chrono::steady_clock::now()); }

    [[nodiscard]] Result<void> check_backends(const EvalRequest& request) const;
    [[nodiscard]] Result<void> check_backend(Language language) const;
    boost::asio::awaitable<void> end_session(std::shared_ptr<Session> session, CancelReason reason,
                                             SessionKernel::StopReason stop, std::chrono::milliseconds wait);

    boost::asio::any_io_executor executor;
    const Config& config;
    ArtifactStore& artifacts;
    std::shared_ptr<KernelContext> kernels;
    RunRegistry runs;
    Workspaces workspaces;
    SessionRegistry sessions;
    Maintenance maintenance;
    bool is_ready = false;
    bool is_draining = false;
};

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

boost::asio::awaitable<void> Evaluator::State::end_session(std::shared_ptr<Session> session, CancelReason reason,
                                                           SessionKernel::StopReason stop, std::chrono::milliseconds wait) {
    const auto ended = std::make_shared<AsyncEvent>(executor);
    boost::asio::co_spawn(executor, session->end(reason, stop),
                          [session, ended](const std::exception_ptr&) { ended->set(); });
    const bool in_time = co_await ended->wait_for(wait);
    (void)in_time;
}

Evaluator::Evaluator(boost::asio::any_io_executor loop, const Config& config, KernelProvisioner& provisioner,
                     ArtifactStore& artifacts, ConfiguredTools* tools)
    : state_(std::make_unique<State>(std::move(loop), config, provisioner, artifacts, tools)) {}

Evaluator::~Evaluator() = default;

Result<Submitted> Evaluator::submit(EvalRequest request, const SubmitOptions& options, bool watch) {
    State& state = *state_;
    Submitted submitted;
    if (!options.idempotency_key.empty()) {
        Result<std::shared_ptr<Run>> earlier =
            state.runs.find_key(options.principal, options.idempotency_key, options.body_digest);
        if (!earlier) return earlier.error();
        if (*earlier) {
            submitted.run = *earlier;
            submitted.repeated = true;
            const auto session = state.sessions.find(options.principal, submitted.run->session());
            if (watch && session) submitted.events = (*session)->events().subscribe_run(submitted.run->id());
            return submitted;
        }
    }
    if (state.is_draining) return draining_error();
    if (const Result<void> backends = state.check_backends(request); !backends) return backends.error();
    Result<SessionLookup> lookup = state.sessions.find_or_create(options.principal, request.session, request.create);
    if (!lookup) return lookup.error();
    const auto& session = lookup->session;
    const std::string session_id = session->identity().id;
    const auto run = std::make_shared<Run>(state.executor, random_id(), options.principal, session_id, std::move(request));
    run->set_session_created(lookup->created);
    if (!options.idempotency_key.empty()) run->set_reattach(state.config.limits.reattach);
    if (watch) {
        submitted.events = session->events().subscribe_from_now(false);
        submitted.events->add_run(run->id());
    }
    if (const Result<void> queued = session->submit(run); !queued) return queued.error();
    state.runs.add(run);
    if (!options.idempotency_key.empty())
        state.runs.add_key(options.principal, options.idempotency_key, options.body_digest, run);
    submitted.run = run;
    return submitted;
}

Result<std::shared_ptr<Run>> Evaluator::find_run(std::string_view principal, std::string_view run) const {
    return state_->runs.find(principal, run);
}

Result<void> Evaluator::answer_tool_call(std::string_view principal, std::string_view run, std::string_view call_id,
                                         ToolAnswer answer) {
    const auto found = find_run(principal, run);
    if (!found) return found.error();
    if ((*found)->answer_tool_call(call_id, std::move(answer))) return {};
    return Error{ErrorCode::conflict, "The run has no open call with this id."};
}

Result<void> Evaluator::availability(Language language) const { return state_->check_backend(language); }

std::vector<ToolSpec> Evaluator::configured_tools() const {
    return state_->kernels->tools == nullptr ? std::vector<ToolSpec>() : state_->kernels->tools->specs();
}

std::vector<SessionInfo> Evaluator::sessions(std::string_view principal) const {
    std::vector<SessionInfo> infos;
    for (const auto& session : state_->sessions.all())
        if (session->identity().principal == principal) infos.push_back(session->info());
    return infos;
}

Result<SessionInfo> Evaluator::session(std::string_view principal, std::string_view id) const {
    const auto session = state_->sessions.find(principal, id);
    if (!session) return session.error();
    return (*session)->info();
}

boost::asio::awaitable<Result<void>> Evaluator::remove_session(std::string principal, std::string id) {
    Result<std::shared_ptr<Session>> taken = state_->sessions.take(principal, id);
    if (!taken) co_return taken.error();
    const std::shared_ptr<Session> session = *taken;
    state_->workspaces.discard(session->identity().workspace);
    co_await state_->end_session(session, CancelReason::session_ended, SessionKernel::StopReason::session_ended,
                                 k_owner_cleanup_wait);
    co_await state_->artifacts.remove_session(std::move(principal), std::move(id));
    co_return Result<void>{};
}

Result<void> Evaluator::interrupt(std::string_view principal, std::string_view id) {
    const auto session = state_->sessions.find(principal, id);
    if (!session) return session.error();
    return (*session)->interrupt();
}

boost::asio::awaitable<Result<void>> Evaluator::reset(std::string principal, std::string id, Language language) {
    const auto session = state_->sessions.find(principal, id);
    if (!session) co_return session.error();
    const std::shared_ptr<Session> kept = *session;
    co_await kept->reset(language);
    co_return Result<void>{};
}

Result<std::unique_ptr<Subscription>> Evaluator::watch(std::string_view principal, std::string_view id,
                                                       std::uint64_t since, std::string_view epoch) {
    Result<SessionLookup> lookup = state_->sessions.find_or_create(principal, id, !state_->is_draining);
    if (!lookup) return lookup.error();
    lookup->session->touch();
    return lookup->session->events().subscribe_since(since, epoch);
}

Result<std::unique_ptr<Subscription>> Evaluator::watch_from_now(std::string_view principal, std::string_view id) {
    Result<SessionLookup> lookup = state_->sessions.find_or_create(principal, id, !state_->is_draining);
    if (!lookup) return lookup.error();
    return lookup->session->events().subscribe_from_now(false);
}

Result<std::string> Evaluator::workspace(std::string_view principal, std::string_view id) const {
    const auto session = state_->sessions.find(principal, id);
    if (!session) return session.error();
    return (*session)->identity().workspace;
}

ArtifactStore& Evaluator::artifacts() { return state_->artifacts; }

const Statistics& Evaluator::statistics() const { return state_->kernels->statistics; }

Gauges Evaluator::gauges() const {
    Gauges gauges;
    for (const auto& session : state_->sessions.all()) {
        ++gauges.sessions;
        for (const Language language : {Language::python, Language::javascript}) {
            const SessionKernel& kernel = session->kernel(language);
            if (kernel.state() == SessionKernel::State::empty) continue;
            gauges.kernels[{std::string(language_id(language)), std::string(kernel.state_name())}] += 1;
        }
        gauges.runs_queued += session->queued();
        gauges.runs_running += session->running() ? 1 : 0;
        gauges.ring_bytes += session->events().ring_bytes();
        gauges.watchers += session->events().watchers();
        gauges.event_gaps += session->events().gaps();
        gauges.events += session->events().last_seq();
    }
    gauges.kernel_waiters = state_->kernels->registry.waiting();
    gauges.results_kept = state_->runs.kept();
    gauges.result_bytes = state_->runs.bytes();
    gauges.artifacts = state_->artifacts.count();
    gauges.artifact_bytes = state_->artifacts.total_bytes();
    return gauges;
}

boost::asio::awaitable<Result<void>> Evaluator::start() {
    const Result<void> prepared = state_->workspaces.prepare();
    if (!prepared) co_return prepared.error();
    state_->maintenance.start([this](const std::string& principal, const std::string& id) {
        boost::asio::co_spawn(state_->executor, remove_session(principal, id), boost::asio::detached);
    });
    state_->is_ready = true;
    co_return Result<void>{};
}

bool Evaluator::ready() const { return state_->is_ready; }

void Evaluator::drain() { state_->is_draining = true; }

bool Evaluator::draining() const { return state_->is_draining; }

bool Evaluator::idle() const {
    const auto sessions = state_->sessions.all();
    return std::none_of(sessions.begin(), sessions.end(), [](const auto& session) { return session->busy(); });
}

boost::asio::awaitable<void> Evaluator::stop() {
    state_->is_draining = true;
    state_->maintenance.stop();
    const Config::Kernel& kernel = state_->config.kernel;
    const auto limit = kernel.interrupt_grace + 2 * kernel.exit_grace + std::chrono::seconds(1);
    std::vector<std::shared_ptr<AsyncEvent>> pending;
    for (const auto& session : state_->sessions.all()) {
        auto ended = std::make_shared<AsyncEvent>(state_->executor);
        boost::asio::co_spawn(state_->executor,
                              session->end(CancelReason::shutdown, SessionKernel::StopReason::shutdown),
                              [session, ended](const std::exception_ptr&) { ended->set(); });
        pending.push_back(std::move(ended));
    }
    const auto deadline = std::chrono::steady_clock::now() + limit;
    for (std::size_t i = 0; i < pending.size(); ++i) {
        const bool in_time = co_await pending[i]->wait_for(deadline - std::chrono::steady_clock::now());
        (void)in_time;
    }
    for (const auto& session : state_->sessions.all()) session->kill_kernels();
}

}  // namespace evald
