#include "bubblewrap.hpp"

#include "seccomp_filter.hpp"

#include <array>
#include <cerrno>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace launcher {
namespace {

constexpr std::array k_namespaces{"--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-uts",
                                  "--unshare-cgroup-try"};
constexpr std::array k_system_folders{"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"};
/// /etc/alternatives: numpy's linear algebra is a link there.
constexpr std::array k_settings{"/etc/ld.so.cache", "/etc/ld.so.conf",   "/etc/ld.so.conf.d", "/etc/alternatives",
                                "/etc/ssl",         "/etc/localtime",    "/etc/timezone",     "/etc/mime.types",
                                "/etc/fonts",       "/etc/matplotlibrc", "/etc/protocols",    "/etc/services",
                                "/etc/python3",     "/etc/python3.9",    "/etc/python3.10",   "/etc/python3.11",
                                "/etc/python3.12",  "/etc/python3.13",   "/etc/magic",        "/etc/ca-certificates"};
constexpr std::array k_resolver{"/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/host.conf",
                                "/etc/gai.conf"};

/// The command line of bubblewrap, owning what it adds.
class CommandLine {
public:
    void add(std::string_view text) { texts_.emplace_back(text); }
    template <class... Texts>
    void add(std::string_view first, Texts... rest) {
        add(first);
        add(rest...);
    }
    template <class Paths>
    void bind_readable(const Paths& paths) {
        for (const char* const path : paths) add("--ro-bind-try", path, path);
    }
    std::vector<char*> argv() {
        std::vector<char*> pointers;
        for (std::string& text : texts_) pointers.push_back(text.data());
        return pointers;
    }

private:
    std::vector<std::string> texts_;
};

/// A link where the machine has one (/bin to usr/bin), else the folder.
void add_system_folder(CommandLine& line, const char* path) {
    struct stat status {};
    if (::lstat(path, &status) != 0) return;
    std::array<char, 256> target{};
    const ssize_t size = S_ISLNK(status.st_mode) ? ::readlink(path, target.data(), target.size()) : 0;
    if (size > 0) {
        line.add("--symlink", std::string_view(target.data(), static_cast<std::size_t>(size)), path);
    } else {
        line.add("--ro-bind", path, path);
    }
}

void add_file_system(CommandLine& line, const LaunchOptions& options) {
    const std::string scratch = std::to_string(options.scratch_bytes);
    line.add("--ro-bind", "/usr", "/usr");
    for (const char* const folder : k_system_folders) add_system_folder(line, folder);
    line.bind_readable(k_settings);
    if (options.network) line.bind_readable(k_resolver);
    if (options.proc) line.add("--proc", "/proc");
    line.add("--dev", "/dev", "--size", scratch, "--tmpfs", "/dev/shm");
    line.add("--size", scratch, "--perms", "1777", "--tmpfs", "/tmp");
    line.bind_readable(options.readable);
    if (options.artifacts != nullptr) line.add("--ro-bind-try", options.artifacts, k_inner_artifacts);
    if (std::string_view(options.cwd) != "/")
        line.add("--bind", options.cwd, k_inner_workspace, "--chdir", k_inner_workspace);
    else
        line.add("--chdir", "/");
    // Read-only, so that a process can't make itself dearer to the out-of-memory killer, and nothing grows in memory
    // that no limit knows.
    if (options.proc) line.add("--remount-ro", "/proc");
    line.add("--remount-ro", "/dev", "--remount-ro", "/");
}

}  // namespace

int become_bubblewrap(const LaunchOptions& options) {
    const int seccomp = open_seccomp_program(options);
    if (seccomp < 0) return errno;
    CommandLine line;
    line.add("bwrap");
    for (const char* const flag : k_namespaces) line.add(flag);
    if (!options.network) line.add("--unshare-net");
    line.add("--hostname", "kernel", "--die-with-parent", "--new-session", "--cap-drop", "ALL");
    add_file_system(line, options);
    line.add("--seccomp", std::to_string(seccomp), "--");
    std::vector<char*> argv = line.argv();
    for (char** argument = options.program; *argument != nullptr; ++argument) argv.push_back(*argument);
    argv.push_back(nullptr);
    ::execv(options.bubblewrap, argv.data());
    return errno;
}

}  // namespace launcher
