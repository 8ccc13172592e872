#include "platform/pidfd.hpp"

#include <csignal>
#include <sys/wait.h>

extern "C" {  // glibc 2.36 forgot it in this header
#include <sys/pidfd.h>
}

namespace evald {

UniqueFd pidfd_for(pid_t pid) { return UniqueFd(::pidfd_open(pid, PIDFD_NONBLOCK)); }

bool pidfd_signal(int pidfd, int number) { return ::pidfd_send_signal(pidfd, number, nullptr, 0) == 0; }

std::optional<ExitStatus> pidfd_peek_exit(int pidfd) {
    siginfo_t info{};
    if (::waitid(P_PIDFD, static_cast<id_t>(pidfd), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0)
        return std::nullopt;
    ExitStatus status;
    status.signaled = info.si_code != CLD_EXITED;
    status.value = info.si_status;
    return status;
}

bool pidfd_reap(int pidfd) {
    siginfo_t info{};
    return ::waitid(P_PIDFD, static_cast<id_t>(pidfd), &info, WEXITED | WNOHANG) == 0 && info.si_pid != 0;
}

}  // namespace evald
