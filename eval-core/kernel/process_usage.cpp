#include "kernel/process_usage.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace evald {
namespace {

/// A whole file of /proc; these are short.
std::string read_status(pid_t pid, const char* name) {
    const std::string path = "/proc/" + std::to_string(pid) + "/" + name;
    const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, 8192> content;
    const ssize_t size = file ? ::read(file.get(), content.data(), content.size()) : 0;
    return std::string(content.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
}

/// The number in "Name:   123 kB".
std::uint64_t number_of(std::string_view text, std::string_view name) {
    const std::size_t at = text.find(name);
    if (at == std::string_view::npos) return 0;
    text.remove_prefix(at + name.size());
    text.remove_prefix(std::min(text.find_first_of("0123456789"), text.size()));
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

constexpr std::uint64_t k_kib = 1024;

/// SIGKILL waits for it: on a busy machine it may take a while to end, and what it has is as good as gone.
bool is_being_killed(std::string_view status) {
    constexpr std::string_view name = "\nSigPnd:\t";
    constexpr std::uint64_t sigkill = 1U << 8U;
    const std::size_t at = status.find(name);
    if (at == std::string_view::npos) return false;
    std::uint64_t pending = 0;
    const std::string_view digits = status.substr(at + name.size());
    std::from_chars(digits.data(), digits.data() + digits.size(), pending, 16);
    return (pending & sigkill) != 0;
}

void add(ProcessUsage& usage, pid_t pid) {
    const std::string status = read_status(pid, "status");
    if (is_being_killed(status)) return;
    usage.bytes += (number_of(status, "\nRssAnon:") + number_of(status, "\nRssShmem:")) * k_kib;
    usage.threads += number_of(status, "\nThreads:");
    usage.processes.push_back(pid);
}

}  // namespace

std::map<uid_t, ProcessUsage> usage_of_users(const std::vector<uid_t>& users) {
    std::map<uid_t, ProcessUsage> usages;
    for (const uid_t user : users) usages[user];
    for_each_process([&usages](pid_t pid) {
        struct stat status {};
        if (::stat(("/proc/" + std::to_string(pid)).c_str(), &status) != 0) return;
        const auto found = usages.find(status.st_uid);
        if (found != usages.end()) add(found->second, pid);
    });
    return usages;
}

ProcessUsage usage_below(pid_t root) {
    std::vector<pid_t> processes{root};
    for (const auto& list : {process_tree_below(root), session_members(root)})
        for (const ProcessRef& process : list) processes.push_back(process.pid);
    std::sort(processes.begin(), processes.end());
    processes.erase(std::unique(processes.begin(), processes.end()), processes.end());
    ProcessUsage usage;
    for (const pid_t pid : processes) add(usage, pid);
    return usage;
}

std::uint64_t exact_bytes(const ProcessUsage& usage) {
    std::uint64_t bytes = 0;
    for (const pid_t pid : usage.processes) {
        const std::string rollup = read_status(pid, "smaps_rollup");
        if (rollup.empty()) return usage.bytes;
        bytes += (number_of(rollup, "\nPss_Anon:") + number_of(rollup, "\nPss_Shmem:")) * k_kib;
    }
    return bytes;
}

}  // namespace evald
