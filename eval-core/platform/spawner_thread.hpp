#pragma once

#include "platform/unique_fd.hpp"

#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace evald {

/// The thread behind a Spawner: performs work in order, and reaps the children that were left to it.
///
/// post() and reap_later() from any thread. The destructor finishes the work that waits, gives the left children 2 s to
/// end, and joins. All signals are blocked in it.
class SpawnerThread {
public:
    SpawnerThread();
    ~SpawnerThread();
    SpawnerThread(const SpawnerThread&) = delete;
    SpawnerThread& operator=(const SpawnerThread&) = delete;

    void post(std::function<void()> work);
    void reap_later(UniqueFd pidfd);

private:
    void run();
    void wake() const;
    [[nodiscard]] bool perform_work();
    void wait_and_reap(int timeout_ms);

    UniqueFd wake_up_;  ///< an eventfd
    std::mutex mutex_;  ///< guards the next three
    std::deque<std::function<void()>> work_;
    std::vector<UniqueFd> arrived_;
    bool is_stopping_ = false;
    std::vector<UniqueFd> left_children_;  ///< the thread's own
    std::thread thread_;
};

}  // namespace evald
