#pragma once

#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <exception>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace evald {

/// Runs blocking work (files, hashing) off the loop thread.
///
/// `co_await pool.run(work)` hops to a worker, runs `work`, and comes back to the loop before it returns the value or
/// rethrows. `work` must own all that it touches. Not cancellable: what was started is finished.
class WorkerPool {
public:
    /// `loop` is where run() comes back to; must outlive the pool.
    WorkerPool(boost::asio::any_io_executor loop, std::size_t threads) : loop_(std::move(loop)), pool_(threads) {}
    ~WorkerPool() { pool_.join(); }
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// Posts work whose end nobody waits for. It must not throw.
    template <class Work>
    void post(Work work) {
        boost::asio::post(pool_, std::move(work));
    }

    template <class Work>
    boost::asio::awaitable<std::invoke_result_t<Work>> run(Work work) {
        using Value = std::invoke_result_t<Work>;
        auto outcome = std::make_shared<Outcome<Value>>();
        co_await start(std::move(work), outcome);
        if (outcome->error) std::rethrow_exception(outcome->error);
        if constexpr (!std::is_void_v<Value>) co_return std::move(*outcome->value);
    }

private:
    template <class Value>
    struct Outcome {
        std::exception_ptr error;
        std::conditional_t<std::is_void_v<Value>, bool, std::optional<Value>> value{};
    };

    template <class Work, class Value>
    boost::asio::awaitable<void> start(Work work, std::shared_ptr<Outcome<Value>> outcome) {
        return boost::asio::async_initiate<const boost::asio::use_awaitable_t<>&, void()>(
            [this](auto handler, Work job, std::shared_ptr<Outcome<Value>> result) {
                auto shared = std::make_shared<decltype(handler)>(std::move(handler));
                auto guard = boost::asio::make_work_guard(loop_);
                boost::asio::post(pool_, [shared, guard, loop = loop_, job = std::move(job), result]() mutable {
                    try {
                        if constexpr (std::is_void_v<Value>) {
                            job();
                        } else {
                            result->value.emplace(job());
                        }
                    } catch (...) {
                        result->error = std::current_exception();
                    }
                    boost::asio::post(loop, [shared = std::move(shared)]() mutable { std::move (*shared)(); });
                });
            },
            boost::asio::use_awaitable, std::move(work), std::move(outcome));
    }

    boost::asio::any_io_executor loop_;
    boost::asio::thread_pool pool_;
};

}  // namespace evald
