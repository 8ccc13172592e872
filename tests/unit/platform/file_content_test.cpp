#include "platform/file_content.hpp"

#include "support/temp_dir.hpp"

#include <doctest/doctest.h>
#include <string>

using namespace evald;

TEST_SUITE("file content") {
    TEST_CASE("all bytes of a file, of whatever kind and however many") {
        const test::TempDir folder;
        const std::string bytes = std::string(300'000, 'x') + std::string("\0\r\n\xff", 4);
        CHECK(file_content(folder.write("large", bytes)) == bytes);
        CHECK(file_content(folder.write("empty", "")).empty());
    }

    TEST_CASE("a file of the system whose size says nothing") {
        CHECK(file_content("/proc/self/status").find("\nPid:") != std::string::npos);
    }

    TEST_CASE("what is not there has none") { CHECK(file_content("/nowhere/at/all").empty()); }
}
