#include "platform/async_event.hpp"
#include "support/run_coroutine.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/system/system_error.hpp>
#include <doctest/doctest.h>
#include <memory>

namespace asio = boost::asio;
using evald::AsyncEvent;
using evald::test::run_coroutine;
using namespace std::chrono_literals;

namespace {

asio::awaitable<void> wait_and_count(AsyncEvent& event, int& count) {
    co_await event.wait();
    ++count;
}

asio::awaitable<void> wait_with_limit(AsyncEvent& event, std::chrono::steady_clock::duration limit, bool& result) {
    result = co_await event.wait_for(limit);
}

}  // namespace

TEST_CASE("set() wakes all who wait, from the loop and not inside set()") {
    asio::io_context loop;
    AsyncEvent event(loop.get_executor());
    int woken = 0;
    for (int i = 0; i < 3; ++i) asio::co_spawn(loop, wait_and_count(event, woken), asio::detached);
    loop.poll();
    event.set();
    CHECK(woken == 0);
    loop.poll();
    CHECK(woken == 3);
    run_coroutine(loop, wait_and_count(event, woken));
    CHECK(woken == 4);
}

TEST_CASE("A reset right behind set() loses no waiter, and the next one waits anew") {
    asio::io_context loop;
    AsyncEvent event(loop.get_executor());
    int woken = 0;
    asio::co_spawn(loop, wait_and_count(event, woken), asio::detached);
    loop.poll();
    event.set();
    event.reset();
    asio::co_spawn(loop, wait_and_count(event, woken), asio::detached);
    loop.restart();
    loop.poll();
    CHECK(woken == 1);
    event.set();
    loop.poll();
    CHECK(woken == 2);
}

TEST_CASE("wait_for() tells in time from too late") {
    asio::io_context loop;
    AsyncEvent event(loop.get_executor());
    const bool in_time = run_coroutine(loop, event.wait_for(1ms));
    CHECK_FALSE(in_time);
    bool result = false;
    asio::co_spawn(loop, wait_with_limit(event, std::chrono::steady_clock::duration::max(), result), asio::detached);
    loop.restart();
    loop.poll();
    event.set();
    loop.poll();
    CHECK(result);
}

TEST_CASE("A set that comes when the limit has passed but nobody has run yet still counts") {
    asio::io_context loop;
    AsyncEvent event(loop.get_executor());
    bool result = false;
    asio::co_spawn(loop, wait_with_limit(event, 0ms, result), asio::detached);
    loop.poll_one();
    event.set();
    loop.run_for(5s);
    CHECK(result);
}

TEST_CASE("A cancelled wait throws operation_aborted") {
    asio::io_context loop;
    AsyncEvent event(loop.get_executor());
    asio::cancellation_signal cancel;
    int woken = 0;
    std::exception_ptr error;
    asio::co_spawn(loop, wait_and_count(event, woken),
                   asio::bind_cancellation_slot(cancel.slot(), [&](std::exception_ptr thrown) { error = thrown; }));
    loop.poll();
    cancel.emit(asio::cancellation_type::terminal);
    loop.run();
    CHECK(woken == 0);
    REQUIRE(error);
    CHECK_THROWS_AS(std::rethrow_exception(error), boost::system::system_error);
}

TEST_CASE("Destroying an event ends the waits for it") {
    asio::io_context loop;
    auto event = std::make_unique<AsyncEvent>(loop.get_executor());
    int woken = 0;
    std::exception_ptr error;
    asio::co_spawn(loop, wait_and_count(*event, woken), [&](std::exception_ptr thrown) { error = thrown; });
    loop.poll();
    event.reset();
    loop.run();
    CHECK(woken == 0);
    CHECK(error);
}

TEST_CASE("A waiter that is left behind when the loop goes touches no event") {
    int woken = 0;
    {
        asio::io_context loop;
        AsyncEvent event(loop.get_executor());
        asio::co_spawn(loop, wait_and_count(event, woken), asio::detached);
        loop.poll();
    }
    CHECK(woken == 0);
}
