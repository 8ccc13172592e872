#include "platform/free_memory.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <string>

namespace evald {
namespace {

std::optional<std::uint64_t> number_in(const std::string& path) {
    std::ifstream file(path);
    std::string text;
    file >> text;
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;  // "max", too
    return value;
}

std::optional<std::uint64_t> available_in_system() {
    std::ifstream file("/proc/meminfo");
    std::string name;
    std::uint64_t kib = 0;
    std::string unit;
    while (file >> name >> kib) {
        if (name == "MemAvailable:") return kib << 10U;
        std::getline(file, unit);
    }
    return std::nullopt;
}

/// The path of this process within the hierarchy that has the memory controller.
std::string cgroup_of(const std::string& controller) {
    std::ifstream file("/proc/self/cgroup");
    std::string line;
    while (std::getline(file, line)) {
        const auto first = line.find(':');
        const auto second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
        const bool fits =
            controller.empty() ? controllers == ",," : controllers.find("," + controller + ",") != std::string::npos;
        if (fits) return line.substr(second + 1);
    }
    return {};
}

struct Hierarchy {
    const char* root;
    const char* controller;
    const char* limit;
    const char* used;
};
constexpr std::array<Hierarchy, 2> k_hierarchies{
    {{"/sys/fs/cgroup", "", "memory.max", "memory.current"},
     {"/sys/fs/cgroup/memory", "memory", "memory.limit_in_bytes", "memory.usage_in_bytes"}}};

std::optional<std::uint64_t> left_in(const std::string& folder, const Hierarchy& names) {
    const auto limit = number_in(folder + "/" + names.limit);
    const auto used = number_in(folder + "/" + names.used);
    if (!limit || !used) return std::nullopt;
    return *limit - std::min(*limit, *used);
}

}  // namespace

std::optional<std::uint64_t> free_memory() {
    std::optional<std::uint64_t> least = available_in_system();
    for (const Hierarchy& hierarchy : k_hierarchies) {
        const std::string root = hierarchy.root;
        auto left = left_in(root + cgroup_of(hierarchy.controller), hierarchy);
        // In a container the folder that is mounted there is our own.
        if (!left) left = left_in(root, hierarchy);
        if (left) least = std::min(least.value_or(*left), *left);
    }
    return least;
}

}  // namespace evald
