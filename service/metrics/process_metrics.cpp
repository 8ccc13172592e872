#include "metrics/process_metrics.hpp"

#include <dirent.h>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace evald::service {
namespace {

/// Seconds since 1970 at which the machine started.
std::optional<double> boot_time() {
    std::ifstream file("/proc/stat");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("btime ")) return std::stod(line.substr(6));
    return std::nullopt;
}

std::optional<std::uint64_t> count_descriptors() {
    DIR* const folder = ::opendir("/proc/self/fd");
    if (folder == nullptr) return std::nullopt;  // a process that must not be dumped may not look
    std::uint64_t count = 0;
    while (const dirent* entry = ::readdir(folder))
        if (entry->d_name[0] != '.') ++count;
    ::closedir(folder);
    return count > 0 ? count - 1 : 0;  // without the one that reads
}

/// The fields of /proc/self/stat behind the name, from the third on.
void read_stat(ProcessFigures& figures) {
    std::ifstream file("/proc/self/stat");
    std::string text;
    std::getline(file, text);
    const auto name_end = text.rfind(')');
    if (name_end == std::string::npos) return;
    std::istringstream fields(text.substr(name_end + 2));
    const auto ticks = static_cast<double>(::sysconf(_SC_CLK_TCK));
    const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    std::string field;
    double user = 0;
    for (int number = 3; fields >> field; ++number) {
        if (number == 14) user = std::stod(field);
        if (number == 15) figures.cpu_seconds = (user + std::stod(field)) / ticks;
        if (number == 20) figures.threads = std::stoull(field);
        if (number == 22) {
            if (const auto boot = boot_time()) figures.start_time_seconds = *boot + std::stod(field) / ticks;
        }
        if (number == 23) figures.virtual_bytes = std::stoull(field);
        if (number == 24) figures.resident_bytes = std::stoull(field) * page;
    }
}

}  // namespace

ProcessFigures read_process_figures() {
    ProcessFigures figures;
    read_stat(figures);
    figures.open_descriptors = count_descriptors();
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) figures.max_descriptors = limit.rlim_cur;
    return figures;
}

}  // namespace evald::service
