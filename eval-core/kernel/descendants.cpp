#include "kernel/descendants.hpp"

#include "platform/pidfd.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace evald {
namespace {

/// Enough for anything honest; a fork bomb must not hold up the loop.
constexpr std::size_t k_max_processes = 4096;

struct CloseDir {
    void operator()(DIR* dir) const { ::closedir(dir); }
};
using UniqueDir = std::unique_ptr<DIR, CloseDir>;

template <class Number>
std::optional<Number> parse_number(std::string_view text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// A file of /proc up to `limit` bytes; empty when it can't be read.
std::string read_proc_file(const std::string& path, std::size_t limit) {
    const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file) return {};
    std::string content;
    std::array<char, 4096> piece;
    while (content.size() < limit) {
        const ssize_t got = ::read(file.get(), piece.data(), piece.size());
        if (got <= 0) break;
        content.append(piece.data(), static_cast<std::size_t>(got));
    }
    return content;
}

template <class Visit>
void for_each_number_in(const std::string& folder, Visit visit) {
    const UniqueDir dir(::opendir(folder.c_str()));
    if (!dir) return;
    while (const dirent* entry = ::readdir(dir.get())) {
        if (const auto number = parse_number<pid_t>(entry->d_name)) visit(*number);
    }
}

std::optional<ProcessRef> look_at(pid_t pid) {
    const std::string stat = read_proc_file("/proc/" + std::to_string(pid) + "/stat", 1024);
    // The name stands in parentheses and may hold anything, also spaces and parentheses.
    std::size_t at = stat.rfind(')');
    constexpr int k_fields_to_start_time = 20;
    for (int field = 0; field < k_fields_to_start_time && at != std::string::npos; ++field) at = stat.find(' ', at + 1);
    if (at == std::string::npos) return std::nullopt;
    const std::size_t end = std::min(stat.find(' ', at + 1), stat.size());
    const auto ticks = parse_number<std::uint64_t>(std::string_view(stat).substr(at + 1, end - at - 1));
    if (!ticks) return std::nullopt;
    return ProcessRef{pid, *ticks};
}

std::vector<pid_t> children_of(pid_t parent) {
    std::vector<pid_t> children;
    const std::string tasks = "/proc/" + std::to_string(parent) + "/task";
    for_each_number_in(tasks, [&](pid_t thread) {
        const std::string list = read_proc_file(tasks + "/" + std::to_string(thread) + "/children", 64 << 10);
        std::string_view rest = list;
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find(' '), rest.size());
            if (const auto child = parse_number<pid_t>(rest.substr(0, end))) children.push_back(*child);
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    });
    return children;
}

}  // namespace

ProcessMoment ProcessMoment::now() {
    timespec time{};
    ::clock_gettime(CLOCK_BOOTTIME, &time);
    static const auto ticks_per_second = static_cast<std::uint64_t>(::sysconf(_SC_CLK_TCK));
    ProcessMoment moment;
    moment.boot_ticks = static_cast<std::uint64_t>(time.tv_sec) * ticks_per_second +
                        static_cast<std::uint64_t>(time.tv_nsec) * ticks_per_second / 1'000'000'000U;
    // Its last word is the number in question.
    static const UniqueFd loadavg(::open("/proc/loadavg", O_RDONLY | O_CLOEXEC));
    std::array<char, 128> content{};
    const ssize_t size = ::pread(loadavg.get(), content.data(), content.size(), 0);
    if (size <= 1) return moment;
    const std::string_view line(content.data(), static_cast<std::size_t>(size) - 1);
    moment.last_pid = parse_number<pid_t>(line.substr(line.rfind(' ') + 1)).value_or(0);
    return moment;
}

bool ProcessMoment::is_before_start_of(const ProcessRef& process) const {
    if (process.start_ticks != boot_ticks) return process.start_ticks > boot_ticks;
    if (last_pid == 0) return true;
    // The numbers wrap around: after the largest come small ones. In a tick not nearly as many are given out.
    constexpr pid_t k_far = 10'000;
    const pid_t distance = process.pid - last_pid;
    return distance > 0 ? distance < k_far : distance < -k_far;
}

std::vector<ProcessRef> process_tree_below(pid_t root) {
    std::vector<ProcessRef> found;
    std::vector<pid_t> to_visit{root};
    while (!to_visit.empty() && found.size() < k_max_processes) {
        const pid_t parent = to_visit.back();
        to_visit.pop_back();
        for (const pid_t child : children_of(parent)) {
            if (const auto process = look_at(child)) {
                found.push_back(*process);
                to_visit.push_back(child);
            }
        }
    }
    return found;
}

std::optional<WrappedProcess> wrapped_process(pid_t bubblewrap) {
    const std::vector<pid_t> inits = children_of(bubblewrap);
    if (inits.size() != 1) return std::nullopt;
    const std::vector<pid_t> programs = children_of(inits.front());
    if (programs.empty()) return std::nullopt;
    // The program is the first that init has started; what lost its parent since stands behind it.
    const auto init = look_at(inits.front());
    const auto program = look_at(programs.front());
    if (!init || !program) return std::nullopt;
    return WrappedProcess{*init, *program};
}

std::vector<ProcessRef> session_members(pid_t leader) {
    std::vector<ProcessRef> found;
    for_each_process([&](pid_t pid) {
        if (pid == leader || found.size() >= k_max_processes || ::getsid(pid) != leader) return;
        if (const auto process = look_at(pid)) found.push_back(*process);
    });
    return found;
}

UniqueFd open_process(const ProcessRef& process) {
    UniqueFd pidfd = pidfd_for(process.pid);
    // Checked after opening: from here on the descriptor can't come to mean another process.
    if (!pidfd || look_at(process.pid) != process) return UniqueFd();
    return pidfd;
}

void for_each_process(const std::function<void(pid_t)>& visit) { for_each_number_in("/proc", visit); }

std::string initial_environment(pid_t pid) {
    constexpr std::size_t k_max_size = std::size_t{128} << 10U;
    return read_proc_file("/proc/" + std::to_string(pid) + "/environ", k_max_size);
}

}  // namespace evald
