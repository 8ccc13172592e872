#include "log/log_batch.hpp"

#include <array>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <string>
#include <unistd.h>

using namespace evald::service;

namespace {

class Pipe {
public:
    Pipe() { REQUIRE(::pipe2(ends_.data(), O_NONBLOCK | O_CLOEXEC) == 0); }
    ~Pipe() {
        for (const int end : ends_) ::close(end);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    [[nodiscard]] int in() const { return ends_[1]; }
    /// What has come out of it since the last call.
    [[nodiscard]] std::string content() const {
        std::array<char, 4096> part{};
        const ssize_t size = ::read(ends_[0], part.data(), part.size());
        return size > 0 ? std::string(part.data(), static_cast<std::size_t>(size)) : std::string();
    }

private:
    std::array<int, 2> ends_{-1, -1};
};

}  // namespace

TEST_CASE("without a pace no line waits") {
    const Pipe pipe;
    LogBatch batch(pipe.in());
    batch.write_later("1\n");
    CHECK(pipe.content() == "1\n");
}

TEST_CASE("lines wait for each other, and the pace is asked for once for all of them") {
    const Pipe pipe;
    LogBatch batch(pipe.in());
    int asked = 0;
    batch.set_pace([&asked] { ++asked; });
    batch.write_later("1\n");
    batch.write_later("2\n");
    CHECK(pipe.content().empty());
    CHECK(asked == 1);
    batch.write_waiting();
    CHECK(pipe.content() == "1\n2\n");
    batch.write_later("3\n");
    CHECK(asked == 2);
}

TEST_CASE("a line that can't wait goes after those that do") {
    const Pipe pipe;
    LogBatch batch(pipe.in());
    batch.set_pace([] {});
    batch.write_later("info\n");
    batch.write("warning\n");
    CHECK(pipe.content() == "info\nwarning\n");
}

TEST_CASE("what waits is written when the pace ends, or when it is much") {
    const Pipe pipe;
    LogBatch batch(pipe.in());
    batch.set_pace([] {});
    batch.write_later("1\n");
    batch.set_pace({});
    CHECK(pipe.content() == "1\n");

    batch.set_pace([] {});
    const std::string line(1023, 'x');
    for (int i = 0; i < 64; ++i) batch.write_later(line + '\n');
    CHECK(pipe.content().size() == 4096);
}

TEST_CASE("what a descriptor refuses is not kept for later") {
    const Pipe pipe;
    const int closed = ::dup(pipe.in());
    LogBatch batch(closed);
    ::close(closed);
    batch.write("1\n");
    REQUIRE(::dup2(pipe.in(), closed) == closed);
    batch.write("2\n");
    CHECK(pipe.content() == "2\n");
    ::close(closed);
}
