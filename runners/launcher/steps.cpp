#include "steps.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <grp.h>
#include <linux/close_range.h>
#include <string>
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

int write_file(const char* path, std::string_view text) {
    const int file = ::open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return errno;
    const int error = outcome(::write(file, text.data(), text.size()));
    ::close(file);
    return error;
}

}  // namespace

int close_other_descriptors(const LaunchOptions&) {
    return outcome(::syscall(SYS_close_range, k_first_foreign_descriptor, ~0U, CLOSE_RANGE_CLOEXEC));
}

int start_session(const LaunchOptions&) { return outcome(::setsid()); }

int set_process_defaults(const LaunchOptions&) {
    ::umask(077);
    write_file("/proc/self/oom_score_adj", "500");
    const rlimit no_core{0, 0};
    return outcome(::setrlimit(RLIMIT_CORE, &no_core));
}

int enter_cgroups(const LaunchOptions& options) {
    for (const char* const folder : options.cgroups) {
        // Version 1 lets a single thread, which is all that this process has, move without the lock that every fork
        // and exit of the machine shares: taking that takes some 15 ms.
        const std::string base(folder);
        if (write_file((base + "/tasks").c_str(), "0") == 0) continue;
        if (const int error = write_file((base + "/cgroup.procs").c_str(), "0")) return error;
    }
    return 0;
}

int become_user(const LaunchOptions& options) {
    if (options.user == 0) return 0;
    // Whatever is executed later can have none of root's rights back, even where a file would give them.
    for (int capability = 0; ::prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; ++capability)
        ::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    if (::setgroups(0, nullptr) != 0) return errno;
    if (::setresgid(options.user, options.user, options.user) != 0) return errno;
    return outcome(::setresuid(options.user, options.user, options.user));
}

int refuse_root(const LaunchOptions& options) {
    return options.mode == Mode::bwrap && (::geteuid() == 0 || ::getuid() == 0) ? EPERM : 0;
}

int die_with_parent(const LaunchOptions& options) {
    if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return errno;
    // Asked only now: from here on a parent that dies takes us along.
    return ::getppid() == options.parent ? 0 : ESRCH;
}

int forbid_new_privileges(const LaunchOptions& options) {
    if (options.mode != Mode::none) ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    return outcome(::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
}

int set_resource_limits(const LaunchOptions& options) {
    for (const ResourceLimit& limit : options.limits) {
        const auto resource = static_cast<__rlimit_resource>(limit.resource);
        rlimit now{};
        if (::getrlimit(resource, &now) != 0) return errno;
        now.rlim_max = std::min<rlim_t>(now.rlim_max, limit.value);
        now.rlim_cur = now.rlim_max;
        if (::setrlimit(resource, &now) != 0) return errno;
    }
    return 0;
}

int reset_signals(const LaunchOptions&) {
    for (int number = 1; number < NSIG; ++number) ::signal(number, SIG_DFL);  // fails for SIGKILL and SIGSTOP, rightly
    sigset_t none;
    ::sigemptyset(&none);
    return outcome(::sigprocmask(SIG_SETMASK, &none, nullptr));
}

int enter_workspace(const LaunchOptions& options) { return outcome(::chdir(options.cwd)); }

}  // namespace launcher
