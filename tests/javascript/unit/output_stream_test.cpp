#include "protocol/output_stream.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <string>

using namespace evald::js;

namespace {

/// The frames that reach the other end of a pipe.
class FramePipe {
public:
    FramePipe() {
        REQUIRE(::pipe2(ends_.data(), O_NONBLOCK | O_CLOEXEC) == 0);
        ::fcntl(ends_[1], F_SETPIPE_SZ, 1 << 20);
    }
    ~FramePipe() {
        ::close(ends_[0]);
        ::close(ends_[1]);
    }
    FramePipe(const FramePipe&) = delete;
    FramePipe& operator=(const FramePipe&) = delete;

    int write_end() const { return ends_[1]; }
    std::string take() const {
        std::string text;
        std::array<char, 4096> buffer;
        for (ssize_t count = 0; (count = ::read(ends_[0], buffer.data(), buffer.size())) > 0;) {
            text.append(buffer.data(), static_cast<std::size_t>(count));
        }
        return text;
    }

private:
    std::array<int, 2> ends_{};
};

const CellId k_cell = std::make_shared<const std::string>("c");

}  // namespace

TEST_CASE("the first bytes leave at once, the next ones wait for more") {
    const FramePipe pipe;
    FrameWriter writer(pipe.write_end());
    OutputStream output(writer);
    output.write(Stream::standard_output, k_cell, "one\n");
    CHECK(pipe.take() == "{\"type\":\"stdout\",\"id\":\"c\",\"data\":\"one\\n\"}\n");
    output.write(Stream::standard_output, k_cell, "two\n");
    CHECK(pipe.take().empty());
    output.write(Stream::standard_output, k_cell, std::string(20000, 'x'));
    CHECK(pipe.take().size() > 20000);
}

TEST_CASE("streams and cells are kept apart and in order") {
    const FramePipe pipe;
    FrameWriter writer(pipe.write_end());
    OutputStream output(writer);
    output.write(Stream::standard_output, k_cell, "a");
    output.write(Stream::standard_error, k_cell, "b");
    output.write(Stream::standard_output, nullptr, "c");
    output.flush();
    CHECK(pipe.take() ==
          "{\"type\":\"stdout\",\"id\":\"c\",\"data\":\"a\"}\n"
          "{\"type\":\"stderr\",\"id\":\"c\",\"data\":\"b\"}\n"
          "{\"type\":\"stdout\",\"id\":\"\",\"data\":\"c\"}\n");
}

TEST_CASE("one large text is split between characters") {
    const FramePipe pipe;
    FrameWriter writer(pipe.write_end());
    OutputStream output(writer);
    std::string text;
    for (int i = 0; i < 30000; ++i) {
        text += "\xE2\x82\xAC";
    }
    output.write(Stream::standard_output, k_cell, text);
    output.flush();
    const std::string frames = pipe.take();
    CHECK(frames.find("\xEF\xBF\xBD") == std::string::npos);
    std::size_t lines = 0;
    for (const char c : frames) {
        lines += c == '\n' ? 1 : 0;
    }
    CHECK(lines == 3);
}
