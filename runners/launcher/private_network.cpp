#include "private_network.hpp"

#include "closed_routes.hpp"
#include "landlock.hpp"
#include "memory_file.hpp"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <linux/nsfs.h>
#include <net/if.h>
#include <sched.h>
#include <string>
#include <string_view>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace launcher {
namespace {

/// slirp4netns answers for names there, by the machine's own settings.
constexpr std::string_view k_resolver = "nameserver 10.0.2.3\n";

constexpr int k_first_free_descriptor = 5;

struct Pipe {
    int out = -1;
    int in = -1;

    [[nodiscard]] bool open() {
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
        out = away(ends[0]);
        in = away(ends[1]);
        return out >= 0 && in >= 0;
    }

private:
    /// From the numbers of the protocol, which are not taken in a trial.
    static int away(int descriptor) {
        const int moved = ::fcntl(descriptor, F_DUPFD_CLOEXEC, k_first_free_descriptor);
        ::close(descriptor);
        return moved;
    }
};

struct Pipes {
    Pipe info, block, sync;
};

void stay_open(int descriptor) { ::fcntl(descriptor, F_SETFD, 0); }

/// From what bubblewrap says: {"child-pid": 4711, …}. 0: it has said nothing.
pid_t read_inner_process(int info) {
    std::string text;
    std::array<char, 512> part{};
    for (ssize_t size = 0; (size = ::read(info, part.data(), part.size())) > 0;)
        text.append(part.data(), static_cast<std::size_t>(size));
    constexpr std::string_view key = "\"child-pid\":";
    std::size_t at = text.find(key);
    if (at == std::string::npos) return 0;
    at = text.find_first_of("0123456789", at + key.size());
    pid_t process = 0;
    if (at != std::string::npos) std::from_chars(text.data() + at, text.data() + text.size(), process);
    return process;
}

struct Namespaces {
    int network = -1;
    int user = -1;  ///< that owns the network: the process inside may have gone on into another
};

bool open_namespaces(pid_t process, Namespaces& namespaces) {
    namespaces.network = ::open(("/proc/" + std::to_string(process) + "/ns/net").c_str(), O_RDONLY);
    if (namespaces.network < 0) return false;
    namespaces.user = ::ioctl(namespaces.network, NS_GET_USERNS);
    if (namespaces.user < 0) return false;
    stay_open(namespaces.user);
    return true;
}

/// bubblewrap fails where somebody else has set up the loopback interface before it, as slirp4netns would.
bool wait_for_loopback() {
    constexpr int k_attempts = 4'000;
    constexpr timespec k_pause{0, 500'000};
    const int socket = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    for (int attempt = 0; attempt < k_attempts; ++attempt) {
        ifreq request{};
        std::memcpy(request.ifr_name, "lo", sizeof "lo");
        if (::ioctl(socket, SIOCGIFFLAGS, &request) != 0) return false;
        if ((request.ifr_flags & IFF_UP) != 0) return true;
        ::nanosleep(&k_pause, nullptr);
    }
    return false;
}

/// In a process of its own, as there is no way back from there.
bool close_routes_inside(const Namespaces& namespaces) {
    std::vector<std::uint32_t> own;
    if (!find_own_addresses(own)) return false;
    const pid_t process = ::fork();
    if (process < 0) return false;
    if (process == 0) {
        const bool is_inside =
            ::setns(namespaces.user, CLONE_NEWUSER) == 0 && ::setns(namespaces.network, CLONE_NEWNET) == 0;
        ::_exit(is_inside && wait_for_loopback() && close_routes(own) == 0 ? 0 : 1);
    }
    int status = 0;
    return ::waitpid(process, &status, 0) == process && status == 0;
}

void become_translator(const char* translator, const Namespaces& namespaces, int ready, int exit) {
    stay_open(ready);
    stay_open(exit);
    const std::string network = "/proc/self/fd/" + std::to_string(namespaces.network);
    const std::string user = "--userns-path=/proc/self/fd/" + std::to_string(namespaces.user);
    const std::string ready_option = "--ready-fd=" + std::to_string(ready);
    const std::string exit_option = "--exit-fd=" + std::to_string(exit);
    // Its own --enable-sandbox needs more users than are mapped here.
    if (allow_only_translating() != 0) return;
    std::array<const char*, 12> argv{"slirp4netns",       "--configure",       "--mtu=65520", "--disable-host-loopback",
                                     "--enable-seccomp",  "--netns-type=path", user.c_str(),  ready_option.c_str(),
                                     exit_option.c_str(), network.c_str(),     "tap0",        nullptr};
    std::array<char*, 1> environment{nullptr};
    ::execve(translator, const_cast<char* const*>(argv.data()), environment.data());
}

/// Never returns. Where it gives up, its end of `block` closes, and the program starts without a network.
[[noreturn]] void attend(const char* translator, const Pipes& pipes) {
    for (const int end : {pipes.info.in, pipes.block.out, pipes.sync.in}) ::close(end);
    // The kernel's pipes are not ours to hold.
    const int null = ::open("/dev/null", O_RDWR);
    for (const int standard : {0, 1, 2}) ::dup2(null, standard);
    for (const int protocol : {3, 4}) ::close(protocol);
    Namespaces namespaces;
    const pid_t process = read_inner_process(pipes.info.out);
    if (process != 0 && open_namespaces(process, namespaces) && close_routes_inside(namespaces))
        become_translator(translator, namespaces, pipes.block.in, pipes.sync.out);
    ::_exit(1);
}

/// Forks twice, so that bubblewrap is nobody's parent but its init's.
int start_attendant(const char* translator, const Pipes& pipes) {
    const pid_t between = ::fork();
    if (between < 0) return errno;
    if (between == 0) {
        ::setsid();
        const pid_t attendant = ::fork();
        if (attendant == 0) attend(translator, pipes);
        ::_exit(attendant < 0 ? errno : 0);
    }
    int status = 0;
    if (::waitpid(between, &status, 0) != between) return errno;
    return WIFEXITED(status) ? WEXITSTATUS(status) : EAGAIN;
}

}  // namespace

int attend_private_network(const char* translator, PrivateNetwork& network) {
    Pipes pipes;
    for (Pipe* const pipe : {&pipes.info, &pipes.block, &pipes.sync})
        if (!pipe->open()) return errno;
    if (const int error = start_attendant(translator, pipes)) return error;
    // To read from, too: with nobody left to read, SIGPIPE would end bubblewrap between its two processes, and leave the
    // inner one waiting for ever.
    network.info = ::open(("/proc/self/fd/" + std::to_string(pipes.info.in)).c_str(), O_RDWR);
    if (network.info < 0) return errno;
    for (const int end : {pipes.info.out, pipes.info.in, pipes.block.in, pipes.sync.out}) ::close(end);
    network.block = pipes.block.out;
    network.sync = pipes.sync.in;
    for (const int kept : {network.info, network.block, network.sync}) stay_open(kept);
    network.resolver = open_memory_file("resolv.conf", k_resolver.data(), k_resolver.size());
    return network.resolver < 0 ? errno : 0;
}

}  // namespace launcher
