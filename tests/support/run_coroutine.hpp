#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

namespace evald::test {

/// Longer than anything that works takes on a loaded machine.
inline constexpr std::chrono::seconds k_test_deadline{20};

/// Turns the loop until `condition` holds; throws when the deadline passes. No sleeping: it looks again after each
/// handler.
inline void run_until(boost::asio::io_context& loop, const std::function<bool()>& condition,
                      std::chrono::steady_clock::duration limit = k_test_deadline) {
    const auto deadline = std::chrono::steady_clock::now() + limit;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > deadline)
            throw std::runtime_error("the condition did not come true in time");
        if (loop.stopped()) loop.restart();
        loop.run_one_for(std::chrono::milliseconds(50));
    }
}

/// Runs `task` on the loop until it is done; rethrows what it throws.
inline void run_coroutine(boost::asio::io_context& loop, boost::asio::awaitable<void> task,
                          std::chrono::steady_clock::duration limit = k_test_deadline) {
    // Shared: when the deadline passes the coroutine outlives this call.
    struct Outcome {
        bool is_done = false;
        std::exception_ptr error;
    };
    const auto outcome = std::make_shared<Outcome>();
    boost::asio::co_spawn(loop, std::move(task), [outcome](std::exception_ptr thrown) {
        outcome->error = std::move(thrown);
        outcome->is_done = true;
    });
    run_until(
        loop, [&] { return outcome->is_done; }, limit);
    if (outcome->error) std::rethrow_exception(outcome->error);
}

/// co_spawn would ask the value to be default-constructible, which a Result need not be.
template <class Value>
boost::asio::awaitable<void> keep_value(boost::asio::awaitable<Value> task,
                                        std::shared_ptr<std::optional<Value>> kept) {
    Value value = co_await std::move(task);
    kept->emplace(std::move(value));
}

/// The same for a task with a value, which it returns.
template <class Value>
Value run_coroutine(boost::asio::io_context& loop, boost::asio::awaitable<Value> task,
                    std::chrono::steady_clock::duration limit = k_test_deadline) {
    const auto kept = std::make_shared<std::optional<Value>>();
    run_coroutine(loop, keep_value(std::move(task), kept), limit);
    return std::move(**kept);
}

}  // namespace evald::test
