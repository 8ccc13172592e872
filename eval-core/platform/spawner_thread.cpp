#include "platform/spawner_thread.hpp"

#include "platform/pidfd.hpp"

#include <chrono>
#include <csignal>
#include <cstdint>
#include <iterator>
#include <poll.h>
#include <pthread.h>
#include <stdexcept>
#include <sys/eventfd.h>
#include <unistd.h>
#include <utility>

namespace evald {

SpawnerThread::SpawnerThread() : wake_up_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (!wake_up_) throw std::runtime_error("no event descriptor for the spawner");
    // Blocked while the thread is made, so that it starts that way: signals are for the loop.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    thread_ = std::thread([this] { run(); });
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

SpawnerThread::~SpawnerThread() {
    {
        const std::lock_guard lock(mutex_);
        is_stopping_ = true;
    }
    wake();
    thread_.join();
}

void SpawnerThread::post(std::function<void()> work) {
    {
        const std::lock_guard lock(mutex_);
        work_.push_back(std::move(work));
    }
    wake();
}

void SpawnerThread::reap_later(UniqueFd pidfd) {
    {
        const std::lock_guard lock(mutex_);
        arrived_.push_back(std::move(pidfd));
    }
    wake();
}

void SpawnerThread::wake() const {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(wake_up_.get(), &one, sizeof one);
}

bool SpawnerThread::perform_work() {
    std::unique_lock lock(mutex_);
    while (!work_.empty()) {
        const std::function<void()> work = std::move(work_.front());
        work_.pop_front();
        lock.unlock();
        work();
        lock.lock();
    }
    std::move(arrived_.begin(), arrived_.end(), std::back_inserter(left_children_));
    arrived_.clear();
    return !is_stopping_;
}

void SpawnerThread::wait_and_reap(int timeout_ms) {
    std::vector<pollfd> watched{{wake_up_.get(), POLLIN, 0}};
    for (const UniqueFd& child : left_children_) watched.push_back({child.get(), POLLIN, 0});
    if (::poll(watched.data(), watched.size(), timeout_ms) < 0)
        return;  // EINTR: all signals are blocked, but look again
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t size = ::read(wake_up_.get(), &count, sizeof count);
    std::erase_if(left_children_, [](const UniqueFd& child) { return pidfd_reap(child.get()); });
}

void SpawnerThread::run() {
    while (perform_work()) wait_and_reap(-1);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(2);
    while (!left_children_.empty()) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
        if (left.count() <= 0) return;
        wait_and_reap(static_cast<int>(left.count()));
    }
}

}  // namespace evald
