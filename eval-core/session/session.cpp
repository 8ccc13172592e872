#include "session/session.hpp"

#include "base/json_writer.hpp"
#include "execution/cells_summary.hpp"
#include "platform/clock.hpp"
#include "session/run_executor.hpp"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <utility>

namespace evald {
namespace {

EventLogLimits event_limits(const Config& config) {
    return {static_cast<std::size_t>(config.events.ring_events), config.events.ring_bytes, config.events.watcher_bytes};
}

LaunchRequest launch_request(Language language, const Session::Identity& identity) {
    LaunchRequest request;
    request.language = language;
    request.workspace = identity.workspace;
    request.artifacts_dir = identity.artifacts_dir;
    return request;
}

}  // namespace

Session::Session(std::shared_ptr<KernelContext> kernels, ArtifactStore& artifacts, SessionListener& listener,
                 Identity identity)
    : keep_kernels_(std::move(kernels)),
      kernels_(*keep_kernels_),
      artifacts_(artifacts),
      listener_(listener),
      identity_(std::move(identity)),
      created_ms_(utc_now_ms()),
      last_used_ms_(created_ms_),
      events_(kernels_.executor, identity_.id, event_limits(kernels_.config), &kernels_.event_budget),
      python_(kernels_, events_, Language::python, identity_.principal, launch_request(Language::python, identity_)),
      javascript_(kernels_, events_, Language::javascript, identity_.principal,
                  launch_request(Language::javascript, identity_)),
      quiet_(kernels_.executor) {
    quiet_.set();
}

Session::~Session() = default;

void Session::restore(const SessionRecord& record) {
    created_ms_ = record.created_ms;
    last_used_ms_ = record.last_used_ms;
    constexpr std::string_view why = "the service was restarted";
    if (record.had_python) python_.remember_loss(std::string(why));
    if (record.had_javascript) javascript_.remember_loss(std::string(why));
}

SessionRecord Session::record() const {
    SessionRecord record;
    record.principal = identity_.principal;
    record.id = identity_.id;
    record.workspace = identity_.workspace_name;
    record.created_ms = created_ms_;
    record.last_used_ms = last_used_ms_;
    record.had_python = python_.had_kernel();
    record.had_javascript = javascript_.had_kernel();
    return record;
}

void Session::touch() { last_used_ms_ = utc_now_ms(); }

Result<void> Session::submit(const std::shared_ptr<Run>& run) {
    const auto limit = static_cast<std::size_t>(kernels_.config.limits.queue);
    // The first turn of a queue whose worker has not begun yet does not wait.
    const std::size_t waiting = queue_.size() - (current_ == nullptr && !queue_.empty() ? 1 : 0);
    if (working_ && waiting >= limit) {
        Error error{ErrorCode::too_many_requests, "the session's queue is full (" + std::to_string(limit) +
                                                      " runs wait); try again when one has ended"};
        error.retry_after_s = 1;
        kernels_.statistics.queue_refusals += 1;
        return error;
    }
    touch();
    std::string members = R"("cells":)" + cells_summary(run->request());
    JsonWriter(members.append(",")).member("position", std::uint64_t{queue_.size() + (current_ ? 1U : 0U)});
    events_.publish(EventType::run_queued, run->id(), members);
    run->on_cancel([weak = weak_from_this(), weak_run = std::weak_ptr(run)](CancelReason) {
        const auto self = weak.lock();
        const auto cancelled = weak_run.lock();
        if (self && cancelled) self->withdraw(cancelled);
    });
    enqueue(Turn{run, nullptr, std::chrono::steady_clock::now()});
    return {};
}

void Session::enqueue(Turn turn) {
    queue_.push_back(std::move(turn));
    if (working_) return;
    working_ = true;
    quiet_.reset();
    boost::asio::co_spawn(kernels_.executor, work(shared_from_this()), boost::asio::detached);
}

void Session::withdraw(const std::shared_ptr<Run>& run) {
    const auto turn =
        std::find_if(queue_.begin(), queue_.end(), [&](const Turn& waiting) { return waiting.run == run; });
    if (turn == queue_.end()) return;
    queue_.erase(turn);
    boost::asio::co_spawn(kernels_.executor, finish_withdrawn(shared_from_this(), run), boost::asio::detached);
}

boost::asio::awaitable<void> Session::finish_withdrawn(std::shared_ptr<Session> self, std::shared_ptr<Run> run) {
    co_await self->execute(run, false);
}

boost::asio::awaitable<void> Session::work(std::shared_ptr<Session> self) {
    while (!self->queue_.empty()) {
        Turn turn = std::move(self->queue_.front());
        self->queue_.pop_front();
        co_await self->take_turn(std::move(turn));
    }
    self->working_ = false;
    self->quiet_.set();
}

boost::asio::awaitable<void> Session::take_turn(Turn turn) {
    if (turn.reset) {
        SessionKernel& kernel = place(turn.reset->language);
        resetting_ = turn.reset;
        kernel.forgive();
        co_await kernel.stop(shared_from_this(), SessionKernel::StopReason::reset);
        resetting_.reset();
        turn.reset->done->set();
        co_return;
    }
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - turn.queued_at;
    kernels_.statistics.queue_wait_seconds.observe(waited.count());
    current_ = turn.run;
    co_await execute(turn.run, true);
    current_.reset();
}

boost::asio::awaitable<void> Session::execute(std::shared_ptr<Run> run, bool started) {
    RunPlace place{events_, python_, javascript_, identity_.workspace};
    RunExecutor executor(kernels_, artifacts_, std::move(place), shared_from_this(), run);
    if (started)
        co_await executor.execute();
    else
        co_await executor.finish_unstarted();
    touch();
    listener_.on_run_finished(run);
}

Result<void> Session::interrupt() {
    if (!current_) return Error{ErrorCode::conflict, "no cell is running in this session"};
    kernels_.statistics.interrupts += 1;
    current_->cancel(CancelReason::interrupted);
    return {};
}

boost::asio::awaitable<void> Session::reset(Language language) {
    touch();
    std::shared_ptr<Reset> turn = reset_to_share(language);
    if (!turn) {
        turn = std::make_shared<Reset>();
        turn->language = language;
        turn->done = std::make_shared<AsyncEvent>(kernels_.executor);
        enqueue(Turn{nullptr, turn, std::chrono::steady_clock::now()});
    }
    const auto self = shared_from_this();
    const std::shared_ptr<AsyncEvent> done = turn->done;
    co_await done->wait();
}

std::shared_ptr<Session::Reset> Session::reset_to_share(Language language) const {
    for (auto turn = queue_.rbegin(); turn != queue_.rend(); ++turn) {
        if (turn->run) return nullptr;
        if (turn->reset->language == language) return turn->reset;
    }
    return resetting_ && resetting_->language == language ? resetting_ : nullptr;
}

boost::asio::awaitable<void> Session::end(CancelReason reason, SessionKernel::StopReason stop_reason) {
    const auto self = shared_from_this();
    const std::deque<Turn> waiting = queue_;
    for (const Turn& turn : waiting)
        if (turn.run) turn.run->cancel(reason);
    if (current_) current_->cancel(reason);
    co_await quiet_.wait();
    co_await python_.stop(self, stop_reason);
    co_await javascript_.stop(self, stop_reason);
}

void Session::kill_kernels() {
    python_.kill();
    javascript_.kill();
}

boost::asio::awaitable<void> Session::heartbeat() {
    const auto self = shared_from_this();
    co_await python_.heartbeat(self);
    co_await javascript_.heartbeat(self);
}

SessionInfo Session::info() const {
    SessionInfo info;
    info.id = identity_.id;
    info.principal = identity_.principal;
    info.created_ms = created_ms_;
    info.last_used_ms = last_used_ms_;
    for (const SessionKernel* kernel : {&python_, &javascript_}) {
        if (kernel->state() == SessionKernel::State::empty) continue;
        KernelInfo entry;
        entry.language = kernel->language();
        entry.state = kernel->state_name();
        entry.execution_count = kernel->execution_count();
        if (const Kernel* process = kernel->current()) {
            entry.pid = process->pid();
            entry.resident_bytes = process->resident_bytes();
        }
        info.kernels.push_back(std::move(entry));
    }
    info.queued = queue_.size();
    if (current_) info.running = current_->id();
    info.last_seq = events_.last_seq();
    info.epoch = events_.epoch();
    return info;
}

}  // namespace evald
