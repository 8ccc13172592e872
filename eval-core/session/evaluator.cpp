#include "session/evaluator.hpp"

#include "session/evaluator_state.hpp"
#include "session/node_names.hpp"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <utility>

namespace evald {
namespace {

/// How long a DELETE waits for the kernels; the rest goes on behind it.
constexpr std::chrono::milliseconds k_owner_cleanup_wait{2'000};

Error draining_error() {
    Error error{ErrorCode::unavailable,
                "the service is shutting down; send the request to another node or try again later"};
    error.retry_after_s = 5;
    return error;
}

}  // namespace

Evaluator::Evaluator(boost::asio::any_io_executor loop, const Config& config, KernelProvisioner& provisioner,
                     ArtifactStore& artifacts, ConfiguredTools* tools)
    : state_(std::make_unique<State>(std::move(loop), config, provisioner, artifacts, tools)) {}

Evaluator::~Evaluator() = default;

void Evaluator::write_journal(Journal& journal) { state_->kernels->journal = &journal; }

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
    if (const Result<void> memory = state.check_memory(request); !memory) return memory.error();
    Result<SessionLookup> lookup = state.sessions.find_or_create(options.principal, request.session, request.create,
                                                                 request.cells.front().language);
    if (!lookup) return lookup.error();
    const auto& session = lookup->session;
    const std::string session_id = session->identity().id;
    const auto run = std::make_shared<Run>(state.executor, node_id(state.config.node_name), options.principal,
                                           session_id, std::move(request));
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
    co_await state_->end_session(std::move(*taken), k_owner_cleanup_wait);
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

Result<std::string> Evaluator::workspace(std::string_view principal, std::string_view id) {
    const auto session = state_->sessions.find(principal, id);
    if (!session) return session.error();
    (*session)->touch();
    return (*session)->identity().workspace;
}

Result<std::string> Evaluator::make_workspace(std::string_view principal, std::string_view id) {
    if (state_->is_draining && !state_->sessions.find(principal, id)) return draining_error();
    Result<SessionLookup> lookup = state_->sessions.find_or_create(principal, id, true);
    if (!lookup) return lookup.error();
    lookup->session->touch();
    return lookup->session->identity().workspace;
}

WorkspaceFiles& Evaluator::files() { return state_->workspaces.files(); }

ArtifactStore& Evaluator::artifacts() { return state_->artifacts; }

const Statistics& Evaluator::statistics() const { return state_->kernels->statistics; }

Gauges Evaluator::gauges() const { return state_->gauges(); }

boost::asio::awaitable<Result<void>> Evaluator::start() {
    const Result<void> prepared = state_->workspaces.prepare();
    if (!prepared) co_return prepared.error();
    const Result<std::vector<SessionRecord>> records = co_await state_->records.load();
    if (!records) co_return records.error();
    state_->sessions.restore(*records);
    state_->spares.start();
    state_->maintenance.start([this](const std::string& principal, const std::string& id) {
        boost::asio::co_spawn(state_->executor, remove_session(principal, id), boost::asio::detached);
    });
    state_->is_ready = true;
    co_return Result<void>{};
}

bool Evaluator::ready() const { return state_->is_ready; }

void Evaluator::leave() { state_->is_leaving = true; }

bool Evaluator::leaving() const { return state_->is_leaving || state_->is_draining; }

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
    const std::vector<std::shared_ptr<Session>> sessions = state_->all_sessions();
    for (const auto& session : sessions) {
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
    for (const auto& session : sessions) session->kill_kernels();
    state_->sessions.save_changes();
    co_await state_->spares.stop();
    co_await state_->records.settle();
}

}  // namespace evald
