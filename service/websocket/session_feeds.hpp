#pragma once

#include "base/error.hpp"
#include "execution/event_log.hpp"
#include "execution/run.hpp"
#include "session/evaluator.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

namespace evald::service {

/// The events that one WebSocket gets: of the runs that it started, and of sessions that it watches. One subscription a
/// session, so that events come once and in their order. Holds the waiters of the runs. Loop thread.
class SessionFeeds {
public:
    /// `on_ready` is called when there may be something to take; it must not destroy the feeds.
    SessionFeeds(Evaluator& evaluator, std::string principal, std::function<void()> on_ready);
    ~SessionFeeds();
    SessionFeeds(const SessionFeeds&) = delete;
    SessionFeeds& operator=(const SessionFeeds&) = delete;

    /// Submits a run, whose events will come from its run.queued on.
    Result<std::shared_ptr<Run>> submit(EvalRequest request, const SubmitOptions& options);
    /// All events of a session: from now on, or those after `since` first.
    Result<void> watch(const std::string& session, std::optional<std::uint64_t> since);
    /// Only the runs of this connection again. False: it was not watched.
    bool unwatch(const std::string& session);

    /// The next event of any session, in turn; null when nothing waits.
    EventPtr next();
    /// Runs that were started here, are not detached, and have not ended.
    [[nodiscard]] bool has_runs() const { return !runs_.empty(); }
    [[nodiscard]] std::size_t size() const { return feeds_.size() + runs_.size(); }

private:
    struct Feed {
        std::unique_ptr<Subscription> events;
        std::size_t runs = 0;  ///< of this connection that have not ended
        bool is_watched = false;
    };
    struct OpenRun {
        std::shared_ptr<Run> run;
        std::unique_ptr<Run::Waiter> waiter;
    };
    using FeedIterator = std::map<std::string, Feed>::iterator;

    void adopt(Feed& feed, std::unique_ptr<Subscription> events);
    bool drop_if_over(FeedIterator feed);

    Evaluator& evaluator_;
    std::string principal_;
    std::function<void()> on_ready_;
    std::map<std::string, Feed> feeds_;  ///< by session
    std::unordered_map<std::string, OpenRun> runs_;
    std::string turn_;  ///< the session whose turn it was last
};

}  // namespace evald::service
