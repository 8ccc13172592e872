#include "session/session_kernel.hpp"

#include "base/json_writer.hpp"
#include "protocol/request_codec.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <utility>

namespace evald {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

std::string_view statistics_name(SessionKernel::StopReason reason) {
    switch (reason) {
        case SessionKernel::StopReason::reset: return "reset";
        case SessionKernel::StopReason::evicted: return "evicted";
        case SessionKernel::StopReason::idle: return "idle";
        case SessionKernel::StopReason::unresponsive: return "unresponsive";
        case SessionKernel::StopReason::session_ended: return "session_ended";
        case SessionKernel::StopReason::shutdown: return "shutdown";
        case SessionKernel::StopReason::per_call: return "per_call";
        case SessionKernel::StopReason::restart: return "restart";
        case SessionKernel::StopReason::killed: return "killed";
    }
    return "reset";
}

/// What a later notice says; empty where nobody needs to be told.
std::string_view loss_text(SessionKernel::StopReason reason) {
    switch (reason) {
        case SessionKernel::StopReason::evicted: return "it was evicted to make room for another session";
        case SessionKernel::StopReason::idle: return "it was stopped after being idle for too long";
        case SessionKernel::StopReason::unresponsive: return "it no longer answered and was killed";
        case SessionKernel::StopReason::restart:
        case SessionKernel::StopReason::reset:
        case SessionKernel::StopReason::session_ended:
        case SessionKernel::StopReason::shutdown:
        case SessionKernel::StopReason::killed:
        case SessionKernel::StopReason::per_call: return "";
    }
    return "";
}

/// What a kernel event says where loss_text() has nothing to say.
std::string_view event_reason(SessionKernel::StopReason reason) {
    switch (reason) {
        case SessionKernel::StopReason::reset: return "a reset was asked for";
        case SessionKernel::StopReason::restart: return "a cell asked for a fresh kernel";
        case SessionKernel::StopReason::per_call: return "each cell has a kernel of its own (kernel_mode)";
        case SessionKernel::StopReason::session_ended: return "the session has ended";
        case SessionKernel::StopReason::shutdown: return "the service is shutting down";
        case SessionKernel::StopReason::killed: return "it did not stop when interrupted and was killed";
        case SessionKernel::StopReason::evicted:
        case SessionKernel::StopReason::idle:
        case SessionKernel::StopReason::unresponsive: break;
    }
    return loss_text(reason);
}

std::string_view event_state(SessionKernel::StopReason reason) {
    switch (reason) {
        case SessionKernel::StopReason::evicted:
        case SessionKernel::StopReason::idle: return "evicted";
        case SessionKernel::StopReason::reset:
        case SessionKernel::StopReason::restart: return "restarted";
        default: return "dead";
    }
}

}  // namespace

SessionKernel::SessionKernel(KernelContext& context, EventLog& events, Language language, std::string principal,
                             LaunchRequest launch)
    : context_(context),
      events_(events),
      language_(language),
      principal_(std::move(principal)),
      launch_(std::move(launch)),
      holder_(context.registry.add(language, principal_, *this)),
      changed_(context.executor) {}

SessionKernel::~SessionKernel() {
    if (kernel_) kernel_->set_observer(nullptr);
    context_.registry.remove(holder_);
}

std::string_view SessionKernel::state_name() const {
    switch (state_) {
        case State::empty: return "none";
        case State::waiting: return "waiting";
        case State::starting: return "starting";
        case State::idle: return "idle";
        case State::busy: return "busy";
        case State::stopping: return "stopping";
    }
    return "none";
}

boost::asio::awaitable<Result<void>> SessionKernel::acquire(std::shared_ptr<void> owner, std::shared_ptr<Run> run) {
    owner_ = owner;
    const Error cancelled{ErrorCode::conflict, "cancelled"};
    while (state_ == State::stopping && !run->cancelled()) {
        changed_.reset();
        co_await changed_.wait();
    }
    if (run->cancelled()) co_return cancelled;
    if (state_ == State::empty) {
        if (deaths_ > 1 && !is_per_call())
            co_return Error{ErrorCode::unavailable, std::string(language_name(language_)) +
                                                        " kernel ended twice in a row (last: it " + last_death_ +
                                                        "); send the cell with \"reset\": true to start a fresh one"};
        Result<void> slot = co_await wait_for_slot(run);
        if (!slot) co_return slot.error();
        state_ = State::starting;
        is_awaited_ = true;
        start_error_.reset();
        boost::asio::co_spawn(context_.executor, start(owner), boost::asio::detached);
    }
    while (state_ == State::starting && !run->cancelled()) {
        changed_.reset();
        co_await changed_.wait();
    }
    const bool was_awaited = std::exchange(is_awaited_, false);
    if (run->cancelled()) {
        if (was_awaited && state_ == State::idle) offer();
        co_return cancelled;
    }
    if (start_error_) co_return *std::exchange(start_error_, std::nullopt);
    if (state_ != State::idle) co_return Error{ErrorCode::unavailable, "the kernel ended while it was being started"};
    state_ = State::busy;
    ++cells_;
    context_.registry.busy(holder_);
    publish_state("busy", {});
    co_return Result<void>{};
}

boost::asio::awaitable<Result<void>> SessionKernel::wait_for_slot(std::shared_ptr<Run> run) {
    const auto begin = Clock::now();
    const auto deadline = begin + context_.config.limits.kernel_wait;
    state_ = State::waiting;
    context_.registry.ask(holder_);
    while (!has_slot_ && !run->cancelled()) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
        if (left.count() <= 0) break;
        changed_.reset();
        co_await changed_.wait_for(left);
    }
    context_.statistics.kernel_wait_seconds.observe(seconds_since(begin));
    if (has_slot_ && !run->cancelled()) co_return Result<void>{};
    state_ = State::empty;
    if (has_slot_)
        give_back_slot();
    else
        context_.registry.withdraw(holder_);
    if (run->cancelled()) co_return Error{ErrorCode::conflict, "cancelled"};
    Error error{ErrorCode::unavailable, "no " + std::string(language_name(language_)) +
                                            " kernel came free in time (all are busy); try again later"};
    error.retry_after_s = 5;
    co_return error;
}

void SessionKernel::remember_loss(std::string reason) {
    had_kernel_ = true;
    loss_ = std::move(reason);
}

boost::asio::awaitable<Result<std::unique_ptr<Kernel>>> SessionKernel::take_or_launch() {
    const std::string language(language_id(language_));
    if (spare_ && spare_->alive()) {
        context_.statistics.kernel_starts[{language, "spare"}] += 1;
        co_return std::move(spare_);
    }
    spare_.reset();
    const auto begin = Clock::now();
    LaunchRequest request = launch_;
    Result<std::unique_ptr<Kernel>> launched = co_await context_.provisioner.launch(std::move(request));
    context_.statistics.kernel_starts[{language, launched ? "ok" : "failed"}] += 1;
    if (launched) context_.statistics.kernel_start_seconds.observe(seconds_since(begin));
    co_return launched;
}

boost::asio::awaitable<void> SessionKernel::start([[maybe_unused]] std::shared_ptr<void> owner) {
    publish_state("starting", {});
    Result<std::unique_ptr<Kernel>> launched = co_await take_or_launch();
    if (!launched) {
        state_ = State::empty;
        start_error_ = Error{ErrorCode::unavailable, launched.error().message};
        last_death_ = launched.error().message;
        publish_state("dead", launched.error().message);
        tell_journal("start_failed", launched.error().message, true);
        give_back_slot();
        changed_.set();
        co_return;
    }
    kernel_ = std::move(*launched);
    ++starts_;
    execution_count_ = 0;
    if (had_kernel_ && !loss_.empty() && !is_per_call())
        notice_ = "The " + std::string(language_name(language_)) +
                  " kernel was restarted since the last call: " + loss_ +
                  ". Its variables, imports and other state are gone.";
    loss_.clear();
    had_kernel_ = true;
    state_ = State::idle;
    kernel_->set_observer(this);
    // Dead between `ready` and here: the observer was not told.
    if (!kernel_->alive()) {
        gone("died");
    } else {
        publish_state("idle", {});
        if (!is_awaited_) offer();
    }
    changed_.set();
}

bool SessionKernel::is_per_call() const { return context_.config.kernel.mode == "per-call"; }

void SessionKernel::offer() { context_.registry.idle(holder_, Clock::now()); }

void SessionKernel::on_slot_granted() {
    has_slot_ = true;
    changed_.set();
}

void SessionKernel::give_back_slot() {
    has_slot_ = false;
    context_.registry.release(holder_);
}

void SessionKernel::on_evict(EvictReason reason) {
    const auto owner = owner_.lock();
    if (state_ != State::idle || !owner) return;
    const auto stop_reason = reason == EvictReason::idle_too_long ? StopReason::idle : StopReason::evicted;
    boost::asio::co_spawn(context_.executor, stop(owner, stop_reason), boost::asio::detached);
}

void SessionKernel::set_cell(CellObserver& cell, std::string id) {
    cell_ = &cell;
    cell_id_ = std::move(id);
}

void SessionKernel::interrupt_cell(std::string_view why) {
    kernel_->interrupt();
    publish_state("interrupted", why);
}

void SessionKernel::begin_shut_down() {
    stop_reason_ = StopReason::killed;
    boost::asio::co_spawn(context_.executor, shut_down(owner_.lock(), kernel_), boost::asio::detached);
}

boost::asio::awaitable<void> SessionKernel::shut_down([[maybe_unused]] std::shared_ptr<void> owner,
                                                      std::shared_ptr<Kernel> kernel) {
    co_await kernel->shut_down();
}

void SessionKernel::finish_cell(bool cell_ok) {
    cell_ = nullptr;
    if (cell_ok) deaths_ = 0;
    if (state_ != State::busy) return;
    state_ = State::idle;
    publish_state("idle", {});
    offer();
}

boost::asio::awaitable<void> SessionKernel::stop(std::shared_ptr<void> owner, StopReason reason) {
    owner_ = owner;
    while (state_ == State::starting || state_ == State::stopping) {
        changed_.reset();
        co_await changed_.wait();
    }
    if (!kernel_) co_return;
    state_ = State::stopping;
    stop_reason_ = reason;
    loss_ = loss_text(reason);
    std::shared_ptr<Kernel> kernel = kernel_;
    co_await kernel->shut_down();
    // on_exit has been called by now; a kernel that never says so must not hold the session up.
    if (kernel_ == kernel) gone(statistics_name(reason));
    changed_.set();
}

void SessionKernel::kill() {
    if (kernel_) kernel_->kill();
}

boost::asio::awaitable<void> SessionKernel::heartbeat([[maybe_unused]] std::shared_ptr<void> owner) {
    if (state_ != State::idle) co_return;
    const std::uint64_t cells = cells_;
    std::shared_ptr<Kernel> kernel = kernel_;
    const bool answered = co_await kernel->ping();
    if (answered || state_ != State::idle || kernel_ != kernel || cells != cells_) co_return;
    state_ = State::stopping;
    stop_reason_ = StopReason::unresponsive;
    loss_ = loss_text(StopReason::unresponsive);
    kernel->kill();
}

void SessionKernel::gone(std::string_view statistics_reason) {
    const std::string language(language_id(language_));
    context_.statistics.kernel_exits[{language, std::string(statistics_reason)}] += 1;
    context_.statistics.garbage_lines += kernel_->garbage_lines();
    kernel_->set_observer(nullptr);
    // Never destroyed within one of its own calls.
    boost::asio::post(context_.executor, [kernel = std::move(kernel_)] {});
    kernel_.reset();
    tell_journal(statistics_reason, stop_reason_ ? std::string_view() : std::string_view(last_death_), !stop_reason_);
    const std::string_view state = stop_reason_ ? event_state(*stop_reason_) : std::string_view("dead");
    publish_state(state, stop_reason_ ? event_reason(*stop_reason_) : std::string_view(last_death_));
    stop_reason_.reset();
    state_ = State::empty;
    give_back_slot();
    changed_.set();
}

void SessionKernel::on_exit(const ExitStatus& status) {
    const bool expected = stop_reason_.has_value();
    last_death_ = status.describe();
    CellObserver* const cell = cell_;
    if (!expected) {
        loss_ = "it " + last_death_;
        ++deaths_;
    }
    const std::string_view death = !status.limit.empty() ? status.limit : cell != nullptr ? "died_in_cell" : "died";
    gone(expected ? statistics_name(*stop_reason_) : death);
    if (cell != nullptr) cell->on_exit(status);
}

void SessionKernel::on_frame(const Frame& frame) {
    if (cell_ != nullptr && frame.id == cell_id_) {
        cell_->on_frame(frame);
        return;
    }
    // A thread that outlived its cell, or a timer of the idle kernel: never another cell's text.
    if (frame.type == FrameType::stdout_text)
        publish_output(OutputStream::out, frame.text);
    else if (frame.type == FrameType::stderr_text)
        publish_output(OutputStream::err, frame.text);
    else if (frame.type == FrameType::tool)
        kernel_->send(encode_tool_error(frame.call_id, "the cell that makes this call is over"));
}

void SessionKernel::on_raw_output(OutputStream stream, std::string_view bytes) {
    std::string text;
    (stream == OutputStream::out ? stdout_decoder_ : stderr_decoder_).decode(bytes, text);
    if (text.empty()) return;
    if (cell_ != nullptr)
        cell_->on_raw_text(stream, text);
    else
        publish_output(stream, text);
}

void SessionKernel::publish_output(OutputStream stream, std::string_view text) {
    std::string members;
    JsonWriter writer(members);
    writer.member("stream", stream == OutputStream::out ? "stdout" : "stderr").key("text").string(text);
    events_.publish(EventType::output, {}, members);
}

void SessionKernel::tell_journal(std::string_view reason, std::string_view detail, bool is_fault) {
    if (context_.journal == nullptr) return;
    context_.journal->kernel_ended({principal_, events_.session(), language_, reason, detail, is_fault});
}

void SessionKernel::publish_state(std::string_view state, std::string_view reason) {
    std::string members;
    JsonWriter writer(members);
    writer.key("language").string(language_id(language_)).key("state").string(state);
    if (!reason.empty()) writer.key("reason").string(reason);
    events_.publish(EventType::kernel, {}, members);
}

std::string SessionKernel::take_notice() { return std::exchange(notice_, {}); }

}  // namespace evald
