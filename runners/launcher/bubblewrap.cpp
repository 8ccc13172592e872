#include "bubblewrap.hpp"

#include "private_network.hpp"
#include "seccomp_filter.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
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
/// Folders of settings. /etc/alternatives: numpy's linear algebra is a link there.
constexpr std::array k_setting_folders{"/etc/alternatives", "/etc/ssl",        "/etc/fonts",      "/etc/python3.9",
                                       "/etc/python3.10",   "/etc/python3.11", "/etc/python3.12", "/etc/python3.13"};
constexpr std::array k_setting_files{"/etc/ld.so.cache",  "/etc/localtime", "/etc/timezone", "/etc/mime.types",
                                     "/etc/matplotlibrc", "/etc/protocols", "/etc/services", "/etc/magic"};
constexpr std::array k_translated_resolver{"/etc/hosts", "/etc/nsswitch.conf", "/etc/host.conf", "/etc/gai.conf"};
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

/// A file of settings, as a copy: a mount for each took a fifth of what bubblewrap takes. A link into /usr stays one.
void add_setting(CommandLine& line, const char* path) {
    std::array<char, 256> target{};
    const ssize_t size = ::readlink(path, target.data(), target.size());
    const std::string_view link(target.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
    if (link.starts_with("/usr/")) {
        line.add("--symlink", link, path);
        return;
    }
    const int file = ::open(path, O_RDONLY);  // without O_CLOEXEC: for bubblewrap, which closes it
    if (file >= 0) line.add("--perms", "0444", "--file", std::to_string(file), path);
}

void add_file_system(CommandLine& line, const LaunchOptions& options) {
    const std::string scratch = std::to_string(options.scratch_bytes);
    line.add("--ro-bind", "/usr", "/usr");
    for (const char* const folder : k_system_folders) add_system_folder(line, folder);
    line.bind_readable(k_setting_folders);
    for (const char* const file : k_setting_files) add_setting(line, file);
    if (options.network) line.bind_readable(k_resolver);
    if (options.translator != nullptr) line.bind_readable(k_translated_resolver);
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

int add_private_network(CommandLine& line, const char* translator) {
    PrivateNetwork network;
    if (const int error = attend_private_network(translator, network)) return error;
    line.add("--info-fd", std::to_string(network.info), "--block-fd", std::to_string(network.block));
    line.add("--sync-fd", std::to_string(network.sync));
    line.add("--perms", "0444", "--file", std::to_string(network.resolver), "/etc/resolv.conf");
    return 0;
}

}  // namespace

int become_bubblewrap(const LaunchOptions& options) {
    CommandLine line;
    line.add("bwrap");
    // First, so that the attendant inherits nothing that is for bubblewrap.
    if (options.translator != nullptr)
        if (const int error = add_private_network(line, options.translator)) return error;
    const int seccomp = open_seccomp_program(options);
    if (seccomp < 0) return errno;
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
