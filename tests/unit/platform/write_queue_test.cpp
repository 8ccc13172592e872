#include "platform/write_queue.hpp"
#include "platform/pipe.hpp"
#include "support/run_coroutine.hpp"

#include <boost/asio/io_context.hpp>
#include <doctest/doctest.h>
#include <optional>
#include <string>
#include <unistd.h>

namespace asio = boost::asio;
using evald::make_pipe;
using evald::Pipe;
using evald::WriteQueue;
using evald::test::run_until;

namespace {

struct Fixture {
    Fixture() : pipe(*make_pipe()) {
        set_non_blocking(pipe.read);
        queue.emplace(loop.get_executor(), std::move(pipe.write), 10'000'000,
                      [this](WriteQueue::Fault how) { fault = how; });
    }

    std::string read_all() {
        std::string text;
        char buffer[10'000];
        for (ssize_t size = 0; (size = ::read(pipe.read.get(), buffer, sizeof buffer)) > 0;)
            text.append(buffer, static_cast<std::size_t>(size));
        return text;
    }

    asio::io_context loop;
    Pipe pipe;
    std::optional<WriteQueue::Fault> fault;
    std::optional<WriteQueue> queue;
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "A message that fits is in the pipe when push() returns") {
    CHECK(queue->push("one\n"));
    CHECK(queue->push("two\n"));
    CHECK(read_all() == "one\ntwo\n");
    CHECK(queue->waiting_bytes() == 0);
}

TEST_CASE_FIXTURE(Fixture, "What a full pipe does not take follows in order") {
    std::string expected;
    for (int i = 0; i < 50; ++i) {
        const std::string message = std::to_string(i) + std::string(static_cast<std::size_t>(i) * 1'000, 'x') + "\n";
        expected += message;
        CHECK(queue->push(message));
    }
    CHECK(queue->waiting_bytes() >= expected.size() - evald::k_pipe_capacity);
    std::string got;
    run_until(loop, [&] {
        got += read_all();
        return got.size() >= expected.size();
    });
    CHECK(got == expected);
    CHECK(queue->waiting_bytes() == 0);
}

TEST_CASE_FIXTURE(Fixture, "A reader that is gone is told once, from the loop, and later messages are dropped") {
    pipe.read.reset();
    CHECK_FALSE(queue->push("for nobody\n"));
    CHECK_FALSE(fault);
    loop.poll();
    CHECK(fault == WriteQueue::Fault::closed_by_reader);
    CHECK_FALSE(queue->push("again\n"));
}

TEST_CASE_FIXTURE(Fixture, "A reader that goes while messages wait is noticed") {
    queue->push(std::string(200'000, 'x'));
    pipe.read.reset();
    run_until(loop, [&] { return fault.has_value(); });
    CHECK(*fault == WriteQueue::Fault::closed_by_reader);
    CHECK(queue->waiting_bytes() == 0);
}

TEST_CASE_FIXTURE(Fixture, "More than may wait breaks the queue") {
    CHECK(queue->push(std::string(9'000'000, 'x')));
    CHECK_FALSE(queue->push(std::string(2'000'000, 'x')));
    loop.poll();
    CHECK(fault == WriteQueue::Fault::overflow);
}

TEST_CASE_FIXTURE(Fixture, "Closing, or the end of the queue, is the end of file for the reader") {
    queue->push("last\n");
    SUBCASE("close") { queue->close(); }
    SUBCASE("destructor") { queue.reset(); }
    CHECK(read_all() == "last\n");
    char byte = 0;
    CHECK(::read(pipe.read.get(), &byte, 1) == 0);
    loop.poll();
    CHECK_FALSE(fault);
}
