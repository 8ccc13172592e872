#include "platform/line_reader.hpp"

#include <algorithm>
#include <cstring>
#include <doctest/doctest.h>
#include <string>
#include <string_view>
#include <vector>

using evald::LineReader;

namespace {

void feed(LineReader& reader, std::string_view bytes, std::vector<std::string>& lines) {
    while (!bytes.empty()) {
        const auto space = reader.prepare();
        const std::size_t size = std::min(space.size(), bytes.size());
        std::memcpy(space.data(), bytes.data(), size);
        reader.commit(size);
        bytes.remove_prefix(size);
        while (const auto line = reader.next()) lines.emplace_back(*line);
    }
}

}  // namespace

TEST_CASE("Lines come out the same wherever the stream is cut in two or three") {
    const std::string stream = "one\n\ntwo\r\n\nthe fourth is longer\nrest";
    const std::vector<std::string> expected{"one", "", "two", "", "the fourth is longer"};
    for (std::size_t first = 0; first <= stream.size(); ++first) {
        for (std::size_t second = first; second <= stream.size(); ++second) {
            LineReader reader(1000);
            std::vector<std::string> lines;
            feed(reader, std::string_view(stream).substr(0, first), lines);
            feed(reader, std::string_view(stream).substr(first, second - first), lines);
            feed(reader, std::string_view(stream).substr(second), lines);
            CHECK(lines == expected);
        }
    }
}

TEST_CASE("An over-long line is skipped to its newline and counted, at every cut") {
    const std::string stream =
        "ok\n" + std::string(25, 'x') + "\nfine\n" + std::string(11, 'y') + "\n" + std::string(10, 'z') + "\n";
    const std::vector<std::string> expected{"ok", "fine", std::string(10, 'z')};
    for (std::size_t cut = 0; cut <= stream.size(); ++cut) {
        LineReader reader(10);
        std::vector<std::string> lines;
        feed(reader, std::string_view(stream).substr(0, cut), lines);
        feed(reader, std::string_view(stream).substr(cut), lines);
        CHECK(lines == expected);
        CHECK(reader.overlong_lines() == 2);
    }
}

TEST_CASE("An endless line takes no more memory than the longest line and a chunk, and gives it back") {
    constexpr std::size_t k_max_line = std::size_t{1} << 20U;
    LineReader reader(k_max_line);
    std::vector<std::string> lines;
    std::size_t largest = 0;
    const std::string piece(LineReader::k_chunk, 'x');
    for (int i = 0; i < 200; ++i) {
        largest = std::max(largest, reader.prepare().size());
        feed(reader, piece, lines);
    }
    CHECK(largest <= k_max_line + LineReader::k_chunk + 1);
    CHECK(reader.overlong_lines() == 1);
    feed(reader, "\nback\n", lines);
    CHECK(lines == std::vector<std::string>{"back"});
    CHECK(reader.prepare().size() == 2 * LineReader::k_chunk);
}

TEST_CASE("Lines longer than a chunk, up to the limit exactly, come whole") {
    constexpr std::size_t k_max_line = 300'000;
    LineReader reader(k_max_line);
    std::vector<std::string> lines;
    std::string stream;
    for (const std::size_t length : {k_max_line, std::size_t{1}, k_max_line - 1, k_max_line + 1, std::size_t{70'000}}) {
        stream += std::string(length, static_cast<char>('a' + length % 26)) + "\n";
    }
    feed(reader, stream, lines);
    REQUIRE(lines.size() == 4);
    CHECK(lines[0].size() == k_max_line);
    CHECK(lines[2].size() == k_max_line - 1);
    CHECK(lines[3] == std::string(70'000, static_cast<char>('a' + 70'000 % 26)));
    CHECK(reader.overlong_lines() == 1);
}

TEST_CASE("There is always room for a chunk, also when lines are left untaken") {
    LineReader reader(100);
    for (int i = 0; i < 20; ++i) {
        const auto space = reader.prepare();
        REQUIRE(space.size() >= LineReader::k_chunk);
        std::fill(space.begin(), space.begin() + 99, 'x');
        space[99] = '\n';
        reader.commit(100);
    }
    int count = 0;
    while (const auto line = reader.next()) {
        CHECK(line->size() == 99);
        ++count;
    }
    CHECK(count == 20);
}

TEST_CASE("The bytes behind a line can be read") {
    LineReader reader(1 << 20);
    const std::string line(2 * LineReader::k_chunk - 1, 'x');
    std::string_view bytes = line;
    while (!bytes.empty()) {
        const auto space = reader.prepare();
        const std::size_t size = std::min(space.size(), bytes.size());
        std::memcpy(space.data(), bytes.data(), size);
        reader.commit(size);
        bytes.remove_prefix(size);
        CHECK(!reader.next());
    }
    reader.prepare()[0] = '\n';
    reader.commit(1);
    const auto taken = reader.next();
    REQUIRE(taken);
    unsigned sum = 0;
    for (std::size_t i = 0; i < LineReader::k_padding; ++i)
        sum += static_cast<unsigned char>(taken->data()[taken->size() + i]);
    CHECK(sum <= 255 * LineReader::k_padding);
}
