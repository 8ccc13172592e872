#include "websocket/session_feeds.hpp"

#include <utility>

namespace evald::service {

SessionFeeds::SessionFeeds(Evaluator& evaluator, std::string principal, std::function<void()> on_ready)
    : evaluator_(evaluator), principal_(std::move(principal)), on_ready_(std::move(on_ready)) {}

SessionFeeds::~SessionFeeds() {
    feeds_.clear();
    runs_.clear();  // cancels what is not detached
}

void SessionFeeds::adopt(Feed& feed, std::unique_ptr<Subscription> events) {
    feed.events = std::move(events);
    feed.events->on_ready(on_ready_);
    if (!feed.events->empty() || feed.events->ended()) on_ready_();
}

Result<std::shared_ptr<Run>> SessionFeeds::submit(EvalRequest request, const SubmitOptions& options) {
    const auto known = feeds_.find(request.session);
    const bool has_feed = known != feeds_.end() && !known->second.events->ended();
    // The id of the new run is not known before its run.queued has been told: for that moment everything is let in.
    if (has_feed) known->second.events->watch_all(true);
    Result<Submitted> submitted = evaluator_.submit(std::move(request), options, !has_feed);
    if (has_feed && !known->second.is_watched) known->second.events->watch_all(false);
    if (!submitted) return submitted.error();
    const std::shared_ptr<Run> run = submitted->run;
    Feed& feed = feeds_[run->session()];
    if (submitted->events)
        adopt(feed, std::move(submitted->events));
    else if (!feed.is_watched)
        feed.events->add_run(run->id());
    ++feed.runs;
    OpenRun open;
    open.run = run;
    open.waiter = std::make_unique<Run::Waiter>(run);
    runs_.emplace(run->id(), std::move(open));
    return run;
}

Result<void> SessionFeeds::watch(const std::string& session, std::optional<std::uint64_t> since) {
    const auto known = feeds_.find(session);
    if (known != feeds_.end() && !known->second.events->ended() && !since) {
        known->second.events->watch_all(true);
        known->second.is_watched = true;
        return {};
    }
    auto events =
        since ? evaluator_.watch(principal_, session, *since, "") : evaluator_.watch_from_now(principal_, session);
    if (!events) return events.error();
    (*events)->watch_all(true);
    Feed& feed = feeds_[session];
    feed.is_watched = true;
    adopt(feed, std::move(*events));
    return {};
}

bool SessionFeeds::unwatch(const std::string& session) {
    const auto known = feeds_.find(session);
    if (known == feeds_.end() || !known->second.is_watched) return false;
    Feed& feed = known->second;
    feed.is_watched = false;
    for (const auto& [id, open] : runs_)
        if (open.run->session() == session) feed.events->add_run(id);
    feed.events->watch_all(false);
    drop_if_over(known);
    return true;
}

EventPtr SessionFeeds::next() {
    FeedIterator feed = feeds_.upper_bound(turn_);
    for (std::size_t left = feeds_.size(); left > 0; --left) {
        if (feed == feeds_.end()) feed = feeds_.begin();
        if (EventPtr event = feed->second.events->next()) {
            if (feeds_.size() > 1) turn_ = feed->first;
            if (event->type == EventType::run_finished) {
                const auto open = runs_.find(event->run);
                if (open != runs_.end()) {
                    --feed->second.runs;
                    runs_.erase(open);
                }
                drop_if_over(feed);
            }
            return event;
        }
        const FeedIterator empty = feed++;
        drop_if_over(empty);
    }
    return nullptr;
}

/// A feed that can bring nothing more, or nothing that was asked for, goes.
bool SessionFeeds::drop_if_over(FeedIterator feed) {
    const bool is_over = feed->second.events->ended() && feed->second.events->empty();
    const bool is_wanted = feed->second.is_watched || feed->second.runs > 0;
    if (!is_over && (is_wanted || !feed->second.events->empty())) return false;
    if (is_over) std::erase_if(runs_, [&feed](const auto& open) { return open.second.run->session() == feed->first; });
    feeds_.erase(feed);
    return true;
}

}  // namespace evald::service
