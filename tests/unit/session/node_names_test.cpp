#include "session/node_names.hpp"

#include <doctest/doctest.h>

using namespace evald;

TEST_SUITE("node names") {
    TEST_CASE("an id tells the node that made it") {
        CHECK(node_of_id(node_id("evald-0")) == "evald-0");
        CHECK(node_of_id(node_id("")).empty());
        CHECK(node_id("evald-0") != node_id("evald-0"));
    }

    TEST_CASE("what a caller chose names no node") {
        for (const char* id : {"", "mine", "evald-0", "my-session", "a-b-c", "evald-0-ABCDEFGHIJKLMNOPQRSTUVWXYZ",
                               "x-abcdefghijklmnopqrstuvwxy"})
            CHECK(node_of_id(id).empty());
    }

    TEST_CASE("only a session of another node gets a notice, which names both") {
        const std::string id = node_id("evald-1");
        CHECK(foreign_node_notice(id, "evald-1").empty());
        CHECK(foreign_node_notice("mine", "evald-0").empty());
        const std::string notice = foreign_node_notice(id, "evald-0");
        CHECK(notice.find("made by node evald-1 and has come to node evald-0") != std::string::npos);
        CHECK(foreign_node_notice(id, "").find("made by node evald-1:") != std::string::npos);
    }
}
