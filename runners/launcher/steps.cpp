#include "steps.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <linux/close_range.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace launcher {
namespace {

constexpr unsigned k_first_foreign_descriptor = 5;

int outcome(long result) { return result < 0 ? errno : 0; }

void write_proc_file(const char* path, std::string_view text) {
    const int file = ::open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return;
    [[maybe_unused]] const ssize_t written = ::write(file, text.data(), text.size());
    ::close(file);
}

}  // namespace

int close_other_descriptors(const LaunchOptions&) {
    return outcome(::syscall(SYS_close_range, k_first_foreign_descriptor, ~0U, CLOSE_RANGE_CLOEXEC));
}

int start_session(const LaunchOptions&) { return outcome(::setsid()); }

int set_process_defaults(const LaunchOptions&) {
    ::umask(077);
    write_proc_file("/proc/self/oom_score_adj", "500");
    const rlimit no_core{0, 0};
    return outcome(::setrlimit(RLIMIT_CORE, &no_core));
}

int die_with_parent(const LaunchOptions& options) {
    if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return errno;
    // Asked only now: from here on a parent that dies takes us along.
    return ::getppid() == options.parent ? 0 : ESRCH;
}

int forbid_new_privileges(const LaunchOptions&) { return outcome(::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)); }

int reset_signals(const LaunchOptions&) {
    for (int number = 1; number < NSIG; ++number) ::signal(number, SIG_DFL);  // fails for SIGKILL and SIGSTOP, rightly
    sigset_t none;
    ::sigemptyset(&none);
    return outcome(::sigprocmask(SIG_SETMASK, &none, nullptr));
}

int enter_workspace(const LaunchOptions& options) { return outcome(::chdir(options.cwd)); }

}  // namespace launcher
