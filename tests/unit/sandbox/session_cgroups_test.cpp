#include "sandbox/session_cgroups.hpp"

#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

using namespace evald;

TEST_CASE("The cgroup of a controller is found in what the kernel tells of a process") {
    const std::string first = "9:name=systemd:/a\n8:pids:/\n7:cpu,cpuacct:/b\n4:memory:/c/d\n0::/\n";
    CHECK(cgroup_path_in(first, "memory") == "/c/d");
    CHECK(cgroup_path_in(first, "pids") == "/");
    CHECK(cgroup_path_in(first, "cpuacct") == "/b");
    CHECK(cgroup_path_in(first, "") == "/");
    CHECK(cgroup_path_in(first, "mem").empty());
    CHECK(cgroup_path_in("0::/system.slice/evald.service\n", "") == "/system.slice/evald.service");
    CHECK(cgroup_path_in("nonsense\n1:\n", "memory").empty());
    CHECK(cgroup_path_in("", "").empty());
}

TEST_CASE("Where there are no cgroups nothing is made, and nothing fails") {
    const SessionCgroups cgroups;
    CHECK(cgroups.kind() == "none");
    CHECK(cgroups.folders_of(20'000).empty());
    CHECK(cgroups.ended_for_memory(20'000) == 0);
    cgroups.remove(20'000);
}

TEST_CASE("A session's cgroups have its limits, and go with it") {
    SessionCgroups cgroups;
    constexpr std::uint64_t memory = 64ULL << 20U;
    cgroups.find({memory, 20});
    if (!cgroups.are_there()) {
        MESSAGE("no cgroups can be made here");
        return;
    }
    const auto folders = cgroups.folders_of(20'001);
    REQUIRE(folders.size() >= (cgroups.kind() == "v2" ? 1 : 2));
    const auto text = [](const std::string& path) {
        std::string word;
        std::ifstream(path) >> word;
        return word;
    };
    const bool is_second = cgroups.kind() == "v2";
    CHECK(text(folders.front() + (is_second ? "/memory.max" : "/memory.limit_in_bytes")) == std::to_string(memory));
    CHECK(text(folders.at(is_second ? 0 : 1) + "/pids.max") == "20");
    CHECK(cgroups.ended_for_memory(20'001) == 0);
    CHECK(cgroups.folders_of(20'001) == folders);
    cgroups.remove(20'001);
    CHECK_FALSE(std::filesystem::exists(folders.front()));
    cgroups.give_up();
    CHECK(cgroups.kind() == "none");
    CHECK_FALSE(std::filesystem::exists(std::filesystem::path(folders.front()).parent_path()));
}
