#include "guard.hpp"

#include "launch_options.hpp"
#include "steps.hpp"
#include "sweep.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <linux/close_range.h>
#include <set>
#include <string>
#include <string_view>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace launcher {
namespace {

class Users {
public:
    void read(std::string_view line) {
        const bool is_gone = line.starts_with('-');
        if (is_gone) line.remove_prefix(1);
        std::uint64_t user = 0;
        if (!parse_number(line, user) || user == 0 || user > 0x7FFFFFFF) return;
        if (is_gone) {
            known_.erase(static_cast<uid_t>(user));
        } else {
            known_.insert(static_cast<uid_t>(user));
        }
    }
    [[nodiscard]] const std::set<uid_t>& known() const { return known_; }

private:
    std::set<uid_t> known_;
};

void read_until_the_end(Users& users) {
    std::array<char, 4096> bytes{};
    std::string rest;
    while (true) {
        const ssize_t size = ::read(STDIN_FILENO, bytes.data(), bytes.size());
        if (size < 0 && errno == EINTR) continue;
        if (size <= 0) return;
        rest.append(bytes.data(), static_cast<std::size_t>(size));
        for (std::size_t end = rest.find('\n'); end != std::string::npos; end = rest.find('\n')) {
            users.read(std::string_view(rest).substr(0, end));
            rest.erase(0, end + 1);
        }
    }
}

[[noreturn]] void end_user(uid_t user) {
    LaunchOptions options;
    options.user = user;
    if (become_user(options) == 0) sweep_user(user);
    ::_exit(0);
}

}  // namespace

int run_guard() {
    ::setsid();
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) ::signal(number, SIG_IGN);
    ::syscall(SYS_close_range, 3U, ~0U, 0U);
    Users users;
    read_until_the_end(users);
    for (const uid_t user : users.known())
        if (::fork() == 0) end_user(user);
    while (::wait(nullptr) > 0 || errno == EINTR) {
    }
    return 0;
}

}  // namespace launcher
