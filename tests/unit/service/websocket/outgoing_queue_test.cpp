#include "websocket/outgoing_queue.hpp"

#include "websocket/deflater.hpp"
#include "websocket/frame_header.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <memory>
#include <string>

using namespace evald::service;

namespace {

std::string text_of(const Pieces& pieces) {
    std::string text;
    for (const auto& piece : pieces) text.append(static_cast<const char*>(piece.data()), piece.size());
    return text;
}

std::string header_of(std::uint64_t size, bool is_compressed = false) {
    std::string header;
    append_frame_header(header, Opcode::text, size, is_compressed);
    return header;
}

}  // namespace

TEST_CASE("bytes leave in the order in which they came, whatever a write takes") {
    OutgoingQueue queue;
    const auto shared = std::make_shared<const std::string>(5'000, 's');
    std::string expected;
    for (int i = 0; i < 200; ++i) {
        const std::string small = std::to_string(i) + ",";
        queue.append(small);
        expected += small;
        if (i % 7 == 0) {
            queue.append_shared(shared, *shared);
            expected += *shared;
        }
    }
    CHECK(queue.bytes() == expected.size());
    std::string sent;
    for (std::size_t step = 1; !queue.empty(); step = step * 3 % 4'001 + 1) {
        const std::string front = text_of(queue.pieces());
        const std::size_t taken = std::min(step, front.size());
        sent += front.substr(0, taken);
        // What is appended during a write does not move what the write looks at.
        queue.append("");
        queue.consume(taken);
    }
    CHECK(sent == expected);
    CHECK(queue.bytes() == 0);
    CHECK(shared.use_count() == 1);
}

TEST_CASE("small messages go out as one piece") {
    OutgoingQueue queue;
    for (int i = 0; i < 50; ++i) queue.append("message");
    const Pieces pieces = queue.pieces();
    CHECK(pieces.end() - pieces.begin() == 1);
}

TEST_CASE("an unfinished write keeps what it looks at") {
    OutgoingQueue queue;
    queue.append("first");
    const Pieces looked_at = queue.pieces();
    for (int i = 0; i < 1'000; ++i) queue.append(std::string(100, 'x'));
    CHECK(text_of(looked_at) == "first");
}

TEST_CASE("frame headers have the shortest length field") {
    CHECK(header_of(0) == std::string("\x81\x00", 2));
    CHECK(header_of(125) == "\x81\x7d");
    CHECK(header_of(126) == std::string("\x81\x7e\x00\x7e", 4));
    CHECK(header_of(65'535) == "\x81\x7e\xff\xff");
    CHECK(header_of(65'536) == std::string("\x81\x7f\0\0\0\0\0\1\0\0", 10));
    CHECK(header_of(1, true) == "\xc1\x01");
}

TEST_CASE("compressing makes a repetitive message small, and each for itself") {
    Deflater deflater(15);
    const std::string message(10'000, 'a');
    const std::string first = deflater.compressed(message);
    CHECK(first.size() < 200);
    CHECK(deflater.compressed(message) == first);
    CHECK_FALSE(first.ends_with(std::string("\x00\x00\xff\xff", 4)));
}
