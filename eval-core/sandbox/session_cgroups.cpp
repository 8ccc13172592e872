#include "sandbox/session_cgroups.hpp"

#include "platform/file_content.hpp"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace evald {
namespace fs = std::filesystem;
namespace {

constexpr const char* k_root = "/sys/fs/cgroup";
constexpr std::string_view k_prefix = "evald-";

bool write_to(const std::string& path, std::string_view text) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (file < 0) return false;
    const bool is_written = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    ::close(file);
    return is_written;
}

bool make_folder(const std::string& path) { return ::mkdir(path.c_str(), 0755) == 0 || errno == EEXIST; }

/// A cgroup's files go with its folder; its inner cgroups do not.
void remove_folder(const std::string& path) {
    std::error_code failed;
    for (fs::directory_iterator entry(path, failed), end; !failed && entry != end; entry.increment(failed))
        if (entry->is_directory(failed)) ::rmdir(entry->path().c_str());
    ::rmdir(path.c_str());
}

/// Removes what servers have left that were killed: "evald-PID", where no such process is.
void remove_leftovers(const std::string& parent) {
    std::error_code failed;
    for (fs::directory_iterator entry(parent, failed), end; !failed && entry != end; entry.increment(failed)) {
        const std::string name = entry->path().filename().string();
        if (!name.starts_with(k_prefix)) continue;
        pid_t pid = 0;
        const std::string_view digits = std::string_view(name).substr(k_prefix.size());
        const auto [last, error] = std::from_chars(digits.data(), digits.data() + digits.size(), pid);
        if (error != std::errc() || last != digits.data() + digits.size() || pid <= 0) continue;
        if (::kill(pid, 0) != 0 && errno == ESRCH) remove_folder(entry->path().string());
    }
}

std::string own_name() { return std::string(k_prefix) + std::to_string(::getpid()); }

std::string folder_in(const std::string& base, uid_t user) { return base + "/" + std::to_string(user); }

}  // namespace

std::string cgroup_path_in(const std::string& text, const std::string& controller) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t first = line.find(':');
        const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string names = "," + line.substr(first + 1, second - first - 1) + ",";
        if (names.find("," + controller + ",") != std::string::npos) return line.substr(second + 1);
    }
    return {};
}

void SessionCgroups::find(CgroupLimits limits) {
    limits_ = limits;
    if (!find_second_version()) find_first_version();
    // A trial, as some systems show folders in which nothing can be set.
    constexpr uid_t nobody_in_particular = 1;
    if (are_there() && folders_of(nobody_in_particular).empty()) give_up();
    remove(nobody_in_particular);
}

void SessionCgroups::give_up() {
    remove_all();
    bases_.clear();
    if (service_.empty()) return;
    write_to(fs::path(service_).parent_path().string() + "/cgroup.procs", "0");
    ::rmdir(service_.c_str());
    service_.clear();
}

std::string SessionCgroups::kind() const {
    if (!are_there()) return "none";
    return is_second_version_ ? "v2" : "v1";
}

bool SessionCgroups::take_base(const std::string& parent) {
    remove_leftovers(parent);
    const std::string base = parent + "/" + own_name();
    if (!make_folder(base)) return false;
    bases_.push_back(base);
    return true;
}

bool SessionCgroups::find_second_version() {
    const auto hand_on = [](const std::string& folder) {
        write_to(folder + "/cgroup.subtree_control", "+cpu");
        return write_to(folder + "/cgroup.subtree_control", "+memory +pids");
    };
    const std::string path = cgroup_path_in(file_content("/proc/self/cgroup"), "");
    const std::string own = path == "/" ? std::string(k_root) : k_root + path;
    const std::string known = " " + file_content(own + "/cgroup.controllers");
    if (path.empty() || known.find(" memory") == std::string::npos || known.find(" pids") == std::string::npos)
        return false;
    is_second_version_ = true;
    if (!hand_on(own)) {
        // Only a cgroup without processes of its own hands its controllers on.
        const std::string service = own + "/service";
        if (!make_folder(service)) return false;
        service_ = service;
        if (!write_to(service + "/cgroup.procs", "0") || !hand_on(own)) {
            give_up();
            return false;
        }
    }
    if (take_base(own) && hand_on(bases_.back())) return true;
    give_up();
    return false;
}

void SessionCgroups::find_first_version() {
    is_second_version_ = false;
    const std::string paths = file_content("/proc/self/cgroup");
    for (const std::string controller : {"memory", "pids"}) {
        const std::string path = cgroup_path_in(paths, controller);
        const std::string own = std::string(k_root) + "/" + controller + (path == "/" ? "" : path);
        if (!path.empty() && take_base(own)) continue;
        give_up();
        return;
    }
}

std::vector<std::string> SessionCgroups::folders_of(uid_t user) const {
    std::vector<std::string> folders;
    bool are_new = false;
    for (const std::string& base : bases_) {
        folders.push_back(folder_in(base, user));
        // One without processes may still be charged for what its last ones left, files in memory above all: a kernel
        // that began in it would be ended for that at once.
        ::rmdir(folders.back().c_str());
        const bool is_made = ::mkdir(folders.back().c_str(), 0755) == 0;
        if (!is_made && errno != EEXIST) return {};
        are_new = are_new || is_made;
    }
    if (!are_new || set_limits(folders)) return folders;
    remove(user);
    return {};
}

bool SessionCgroups::set_limits(const std::vector<std::string>& folders) const {
    const auto set = [&folders](std::size_t place, const char* file, std::uint64_t value) {
        return write_to(folders.at(place) + "/" + file, std::to_string(value));
    };
    // What concerns swap is not there where there is none.
    if (is_second_version_) {
        set(0, "memory.swap.max", 0);
        set(0, "memory.oom.group", 1);
        return set(0, "memory.max", limits_.memory) && set(0, "pids.max", limits_.processes);
    }
    const bool is_set = set(0, "memory.limit_in_bytes", limits_.memory) && set(1, "pids.max", limits_.processes);
    set(0, "memory.memsw.limit_in_bytes", limits_.memory);
    return is_set;
}

std::uint64_t SessionCgroups::ended_for_memory(uid_t user) const {
    if (!are_there()) return 0;
    std::istringstream words(
        file_content(folder_in(bases_.front(), user) + (is_second_version_ ? "/memory.events" : "/memory.oom_control")));
    std::uint64_t count = 0;
    for (std::string name; words >> name >> count;)
        if (name == "oom_kill") return count;
    return 0;
}

void SessionCgroups::remove(uid_t user) const {
    for (const std::string& base : bases_) ::rmdir(folder_in(base, user).c_str());
}

void SessionCgroups::remove_all() const {
    for (const std::string& base : bases_) remove_folder(base);
}

}  // namespace evald
