#include "http/input_buffer.hpp"

#include <boost/asio/buffer.hpp>
#include <doctest/doctest.h>
#include <string>

using namespace evald::service;

namespace {

void put(InputBuffer& buffer, std::string_view text) {
    buffer.commit(boost::asio::buffer_copy(buffer.prepare(text.size()), boost::asio::buffer(text)));
}

}  // namespace

TEST_CASE("bytes come out as they went in, over growing and moving") {
    InputBuffer buffer;
    std::string expected;
    for (int i = 0; i < 2'000; ++i) {
        const std::string piece = std::to_string(i) + std::string(static_cast<std::size_t>(i % 37), 'x');
        put(buffer, piece);
        expected += piece;
        const std::size_t used = static_cast<std::size_t>(i % 5);
        buffer.consume(used);
        expected.erase(0, used);
        REQUIRE(buffer.view() == expected);
    }
}

TEST_CASE("an empty buffer gives its memory back") {
    InputBuffer buffer;
    put(buffer, std::string(100'000, 'x'));
    buffer.trim();
    CHECK(buffer.size() == 100'000);
    buffer.consume(100'000);
    buffer.trim();
    CHECK(buffer.empty());
    put(buffer, "again");
    CHECK(buffer.view() == "again");
}
