#include "platform/run_to_end.hpp"
#include "support/processes.hpp"
#include "support/result_printer.hpp"
#include "support/run_coroutine.hpp"

#include <boost/asio/io_context.hpp>
#include <doctest/doctest.h>
#include <string>

namespace asio = boost::asio;
using evald::EndedProcess;
using evald::Result;
using evald::run_to_end;
using evald::Spawner;
using evald::SpawnRequest;
using evald::test::run_coroutine;
using namespace std::chrono_literals;

namespace {

struct Fixture {
    Result<EndedProcess> run(const std::string& script, std::chrono::milliseconds limit = 20s) {
        SpawnRequest request;
        request.argv = {"/bin/sh", "-c", script};
        request.environment = {"PATH=/usr/bin:/bin"};
        return run_coroutine(loop, run_to_end(spawner, std::move(request), limit));
    }

    asio::io_context loop;
    Spawner spawner{loop.get_executor()};
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "A command's output, both streams, and its status come back") {
    const Result<EndedProcess> ended = run("echo out; echo err >&2; cat; exit 4");
    REQUIRE(ended);
    CHECK(ended->output == "out\nerr\n");
    CHECK(ended->status.value == 4);
}

TEST_CASE_FIXTURE(Fixture, "A command that does not end, or writes without end, is killed") {
    for (const char* const script : {"sleep 100", "yes"}) {
        const Result<EndedProcess> ended = run(script, 100ms);
        REQUIRE_FALSE(ended);
        CHECK(ended.error().message == "did not end in time");
    }
}

TEST_CASE_FIXTURE(Fixture, "A child that holds the output open does not hold up the end") {
    const Result<EndedProcess> ended = run("sleep 30 & echo $!");
    REQUIRE(ended);
    ::kill(std::stoi(ended->output), SIGKILL);
    CHECK(ended->status.value == 0);
}
