#pragma once

#include <csignal>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/types.h>
#include <unistd.h>
#include <vector>

namespace evald::test {

/// How many descriptors this process has open.
inline std::size_t open_descriptors() {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
    return count;
}

/// The letter of /proc/PID/stat ('R', 'S', 'Z', …), or 0 when there is no such process.
inline char process_state(pid_t pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::string stat;
    std::getline(file, stat);
    const std::size_t at = stat.rfind(')');
    return at == std::string::npos || at + 2 >= stat.size() ? '\0' : stat[at + 2];
}

/// Whether it exists and has not ended.
inline bool is_running(pid_t pid) {
    const char state = process_state(pid);
    return state != '\0' && state != 'Z' && state != 'X';
}

/// Children of this process that have ended and were not reaped.
inline std::vector<pid_t> zombies() {
    std::vector<pid_t> found;
    for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
        std::ifstream children(thread.path() / "children");
        for (pid_t pid = 0; children >> pid;) {
            if (process_state(pid) == 'Z') found.push_back(pid);
        }
    }
    return found;
}

/// Of a process; 0 when it is gone.
inline std::size_t resident_kilobytes(pid_t pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/status");
    for (std::string line; std::getline(file, line);) {
        if (line.rfind("VmRSS:", 0) == 0) return std::stoul(line.substr(6));
    }
    return 0;
}

}  // namespace evald::test
