#include "platform/task_group.hpp"
#include "support/run_coroutine.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <doctest/doctest.h>
#include <stdexcept>

namespace asio = boost::asio;
using evald::AsyncEvent;
using evald::TaskGroup;
using evald::test::run_coroutine;

namespace {

asio::awaitable<void> wait_for(AsyncEvent& event, int& ended) {
    struct AtEnd {
        int& count;
        ~AtEnd() { ++count; }
    };
    const AtEnd at_end{ended};
    co_await event.wait();
}

asio::awaitable<void> fail() {
    const auto loop = co_await asio::this_coro::executor;
    co_await asio::post(loop, asio::use_awaitable);
    throw std::runtime_error("a bug");
}

}  // namespace

TEST_CASE("join() returns when the last task has ended") {
    asio::io_context loop;
    AsyncEvent event(loop.get_executor());
    TaskGroup group(loop.get_executor());
    int ended = 0;
    for (int i = 0; i < 5; ++i) group.spawn(wait_for(event, ended));
    CHECK(group.size() == 5);
    asio::post(loop, [&] { event.set(); });
    run_coroutine(loop, group.join());
    CHECK(ended == 5);
    CHECK(group.size() == 0);
    run_coroutine(loop, group.join());
}

TEST_CASE("cancel() ends every task, also one that has not begun, and its abort is no error") {
    asio::io_context loop;
    AsyncEvent never(loop.get_executor());
    int errors = 0;
    TaskGroup group(loop.get_executor(), [&](const std::exception_ptr&) { ++errors; });
    int ended = 0;
    for (int i = 0; i < 100; ++i) group.spawn(wait_for(never, ended));
    loop.poll();
    for (int i = 0; i < 100; ++i) group.spawn(wait_for(never, ended));
    group.cancel();
    run_coroutine(loop, group.join());
    CHECK(group.size() == 0);
    CHECK(ended >= 100);
    CHECK(errors == 0);
}

TEST_CASE("An exception that leaves a task is reported, the others go on") {
    asio::io_context loop;
    AsyncEvent event(loop.get_executor());
    int errors = 0;
    TaskGroup group(loop.get_executor(), [&](const std::exception_ptr& error) {
        ++errors;
        CHECK_THROWS_WITH(std::rethrow_exception(error), "a bug");
        event.set();
    });
    int ended = 0;
    group.spawn(wait_for(event, ended));
    group.spawn(fail());
    run_coroutine(loop, group.join());
    CHECK(errors == 1);
    CHECK(ended == 1);
}
