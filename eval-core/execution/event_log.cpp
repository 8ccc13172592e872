#include "execution/event_log.hpp"

#include "base/json_writer.hpp"
#include "platform/clock.hpp"
#include "platform/random_id.hpp"

#include <algorithm>
#include <utility>

namespace evald {
namespace {

/// What an event costs in a ring or queue beyond its text.
constexpr std::uint64_t k_event_overhead = 160;

std::uint64_t cost(const RunEvent& event) { return event.json.size() + k_event_overhead; }

void append_head(std::string& out, EventType type) {
    out += R"({"type":")";
    out += event_type_name(type);
    out += '"';
}

}  // namespace

Subscription::Subscription(EventLog& log, bool all)
    : log_(&log), executor_(log.executor_), all_(all), ready_(log.executor_) {}

Subscription::~Subscription() {
    if (log_ != nullptr) std::erase(log_->watchers_, this);
}

EventPtr Subscription::next() {
    if (queue_.empty()) return nullptr;
    EventPtr event = std::move(queue_.front());
    queue_.pop_front();
    queued_bytes_ -= cost(*event);
    if (queue_.empty() && log_ != nullptr) ready_.reset();
    return event;
}

boost::asio::awaitable<bool> Subscription::wait() {
    co_await ready_.wait();
    co_return !queue_.empty();
}

boost::asio::awaitable<bool> Subscription::wait_for(std::chrono::milliseconds limit) {
    co_await ready_.wait_for(limit);
    co_return !queue_.empty();
}

/// False: the watcher will not see it.
bool Subscription::offer(const EventPtr& event) {
    if (!all_ && !runs_.contains(event->run)) return false;
    const bool must_arrive = event->type == EventType::run_finished;
    if (!must_arrive && queued_bytes_ + cost(*event) > log_->limits_.watcher_bytes) {
        push_gap(event->seq, event->seq);
        return false;
    }
    queued_bytes_ += cost(*event);
    queue_.push_back(event);
    wake();
    return true;
}

void Subscription::push_gap(std::uint64_t from, std::uint64_t to) {
    if (!queue_.empty() && queue_.back()->type == EventType::gap) {
        from = queue_.back()->gap_from;
        queued_bytes_ -= cost(*queue_.back());
        queue_.pop_back();
    } else {
        ++log_->gaps_;
    }
    queue_.push_back(log_->make_gap(from, to));
    queued_bytes_ += cost(*queue_.back());
    wake();
}

void Subscription::wake() {
    if (ready_.is_set()) return;
    ready_.set();
    if (ready_call_) ready_call_();
}

void Subscription::end() {
    log_ = nullptr;
    ready_.set();
    if (ready_call_) ready_call_();
}

EventLog::EventLog(boost::asio::any_io_executor executor, std::string session, EventLogLimits limits,
                   EventBudget* budget)
    : executor_(std::move(executor)),
      session_(std::move(session)),
      epoch_(random_id(12)),
      limits_(limits),
      budget_(budget) {}

EventLog::~EventLog() {
    if (budget_ != nullptr) budget_->leave(place_, ring_bytes_);
    const auto watchers = std::exchange(watchers_, {});
    for (Subscription* watcher : watchers) watcher->end();
}

std::size_t EventLog::publish(EventType type, std::string_view run, std::string_view members) {
    auto event = std::make_shared<RunEvent>();
    event->type = type;
    event->seq = next_seq_++;
    event->run = run;
    std::string& json = event->json;
    json.reserve(members.size() + session_.size() + run.size() + 128);
    append_head(json, type);
    json += R"(,"seq":)";
    json += std::to_string(event->seq);
    json += R"(,"epoch":")";
    json += epoch_;
    json += R"(","time":)";
    json += std::to_string(utc_now_ms());
    json += R"(,"session":")";
    json += session_;
    json += '"';
    if (!run.empty()) {
        json += R"(,"run":")";
        json += run;
        json += '"';
    }
    if (!members.empty()) {
        json += ',';
        json += members;
    }
    json += '}';
    const EventPtr shared = std::move(event);
    remember(shared);
    std::size_t takers = 0;
    for (std::size_t i = 0; i < watchers_.size(); ++i) takers += watchers_[i]->offer(shared) ? 1 : 0;
    return takers;
}

std::uint64_t EventLog::watcher_bytes() const {
    std::uint64_t bytes = 0;
    for (const Subscription* const watcher : watchers_) bytes += watcher->queued_bytes_;
    return bytes;
}

void EventLog::remember(EventPtr event) {
    const std::uint64_t before = ring_bytes_;
    ring_bytes_ += cost(*event);
    ring_.push_back(std::move(event));
    while (ring_.size() > limits_.ring_events || (ring_bytes_ > limits_.ring_bytes && ring_.size() > 1)) forget_first();
    if (budget_ != nullptr) budget_->used(*this, place_, before, ring_bytes_);
}

void EventLog::forget_first() {
    ring_bytes_ -= cost(*ring_.front());
    ring_.pop_front();
}

std::uint64_t EventLog::forget_all_but_latest() {
    const std::uint64_t before = ring_bytes_;
    place_.reset();
    while (ring_.size() > 1) forget_first();
    return before - ring_bytes_;
}

EventPtr EventLog::make_gap(std::uint64_t from, std::uint64_t to) {
    auto gap = std::make_shared<RunEvent>();
    gap->type = EventType::gap;
    gap->gap_from = from;
    gap->gap_to = to;
    append_head(gap->json, EventType::gap);
    gap->json += ',';
    std::string members;
    JsonWriter writer(members);
    writer.member("epoch", epoch_).member("time", utc_now_ms()).member("session", session_);
    writer.member("from", from).member("to", to);
    gap->json += members;
    gap->json += '}';
    return gap;
}

std::unique_ptr<Subscription> EventLog::subscribe_from_now(bool all) {
    std::unique_ptr<Subscription> subscription(new Subscription(*this, all));
    watchers_.push_back(subscription.get());
    return subscription;
}

std::unique_ptr<Subscription> EventLog::subscribe_run(std::string run) {
    auto subscription = subscribe_from_now(false);
    subscription->add_run(std::move(run));
    for (const EventPtr& event : ring_) subscription->offer(event);
    return subscription;
}

std::unique_ptr<Subscription> EventLog::subscribe_since(std::uint64_t since, std::string_view epoch) {
    auto subscription = subscribe_from_now(true);
    const bool knows_this_log = (epoch.empty() || epoch == epoch_) && since <= last_seq();
    const std::uint64_t wanted = knows_this_log ? since + 1 : 1;
    const std::uint64_t first_kept = ring_.empty() ? next_seq_ : ring_.front()->seq;
    // Of a log that is gone nobody knows what was missed: its gap starts at 0.
    if (!knows_this_log)
        subscription->push_gap(0, first_kept - 1);
    else if (first_kept > wanted)
        subscription->push_gap(wanted, first_kept - 1);
    for (const EventPtr& event : ring_)
        if (event->seq >= wanted) subscription->offer(event);
    return subscription;
}

}  // namespace evald
