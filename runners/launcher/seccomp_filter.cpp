#include "seccomp_filter.hpp"

#include "denied_calls.hpp"
#include "memory_file.hpp"

#include <cerrno>
#include <cstddef>
#include <initializer_list>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace launcher {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t k_architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t k_architecture = AUDIT_ARCH_AARCH64;
#else
#error "the filter's table of calls has to be looked through for this architecture"
#endif

constexpr std::uint32_t k_allow = SECCOMP_RET_ALLOW;
constexpr std::uint32_t k_kill = SECCOMP_RET_KILL_PROCESS;
constexpr std::uint32_t error_action(int error) { return SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error); }
constexpr std::uint32_t k_new_namespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
                                           CLONE_NEWPID | CLONE_NEWNET | 0x80U /* CLONE_NEWTIME */;

/// Puts instructions together. A rule is a jump over itself, so rules can stand in any order.
class Program {
public:
    void load(std::size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset)); }
    /// The lower half of an argument, which is all that the kernel looks at in those that are tested here.
    void load_argument(int index) {
        load(offsetof(seccomp_data, args) + static_cast<std::size_t>(index) * sizeof(std::uint64_t));
    }
    void load_upper_half_of_argument(int index) {
        load(offsetof(seccomp_data, args) + static_cast<std::size_t>(index) * sizeof(std::uint64_t) + 4);
    }
    void give(std::uint32_t action) { add(BPF_RET | BPF_K, action); }
    void give_if_equal(std::uint32_t value, std::uint32_t action) {
        add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
        give(action);
    }
    void give_unless_equal(std::uint32_t value, std::uint32_t action) {
        add(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0);
        give(action);
    }
    void give_if_greater(std::uint32_t value, std::uint32_t action) {
        add(BPF_JMP | BPF_JGT | BPF_K, value, 0, 1);
        give(action);
    }
    void keep_bits(std::uint32_t bits) { add(BPF_ALU | BPF_AND | BPF_K, bits); }
    void give_if_any_bit(std::uint32_t bits, std::uint32_t action) {
        add(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
        give(action);
    }
    /// What `rules` makes applies to this call only; a call that passes them is allowed.
    template <class Rules>
    void for_call(long call, Rules rules) {
        const std::size_t jump = code_.size();
        add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 0);
        rules();
        give(k_allow);
        code_[jump].jf = static_cast<std::uint8_t>(code_.size() - jump - 1);
    }
    std::vector<sock_filter> take() { return std::move(code_); }

private:
    void add(int code, std::uint32_t value, std::uint8_t if_true = 0, std::uint8_t if_false = 0) {
        code_.push_back({static_cast<std::uint16_t>(code), if_true, if_false, value});
    }
    std::vector<sock_filter> code_;
};

void restrict_sockets(Program& program, bool any_network) {
    program.for_call(SYS_socket, [&] {
        const std::uint32_t refusal = error_action(EAFNOSUPPORT);
        program.load_argument(0);
        if (any_network) {
            for (const int family : {AF_UNIX, AF_INET, AF_INET6})
                program.give_if_equal(static_cast<std::uint32_t>(family), k_allow);
        }
        program.give_unless_equal(AF_NETLINK, refusal);
        program.load_argument(2);
        program.give_unless_equal(0 /* NETLINK_ROUTE */, refusal);
    });
    // Both ends are ours, but vsock and the like are not for us there either. Of what is connected once and for all,
    // that is: a socket for datagrams can be pointed at anybody's address later.
    program.for_call(SYS_socketpair, [&] {
        program.load_argument(0);
        program.give_unless_equal(AF_UNIX, error_action(EAFNOSUPPORT));
        if (any_network) return;
        constexpr std::uint32_t kind_of_socket = 0xF;  // above it stand flags
        program.load_argument(1);
        program.keep_bits(kind_of_socket);
        program.give_if_equal(SOCK_STREAM, k_allow);
        program.give_unless_equal(SOCK_SEQPACKET, error_action(EPERM));
    });
}

void restrict_arguments(Program& program) {
    const std::uint32_t refusal = error_action(EPERM);
    program.give_if_equal(435 /* clone3 */, error_action(ENOSYS));
    program.for_call(SYS_clone, [&] {
        program.load_argument(0);
        program.give_if_any_bit(k_new_namespaces, refusal);
    });
    // The limits of another process, that is: one's own may be lowered.
    program.for_call(SYS_prlimit64, [&] {
        program.load_argument(0);
        program.give_unless_equal(0, refusal);
    });
    // Such memory counts as nobody's while no process has it in its space, so only little of it can be had.
    program.for_call(SYS_shmget, [&] {
        constexpr std::uint32_t most = 64U << 10U;
        program.load_upper_half_of_argument(1);
        program.give_unless_equal(0, error_action(EINVAL));
        program.load_argument(1);
        program.give_if_greater(most, error_action(EINVAL));
    });
    program.for_call(SYS_ioctl, [&] {
        program.load_argument(1);
        program.give_if_equal(TIOCSTI, refusal);
        program.give_if_equal(TIOCLINUX, refusal);
    });
    program.for_call(SYS_personality, [&] {
        program.load_argument(0);
        program.give_if_equal(0, k_allow);
        program.give_unless_equal(0xFFFFFFFF /* asks */, refusal);
    });
}

}  // namespace

std::vector<sock_filter> make_seccomp_filter(const LaunchOptions& options) {
    Program program;
    program.load(offsetof(seccomp_data, arch));
    program.give_unless_equal(k_architecture, k_kill);
    program.load(offsetof(seccomp_data, nr));
#ifdef __x86_64__
    program.give_if_any_bit(0x40000000 /* x32 */, k_kill);
#endif
    restrict_sockets(program, options.network || options.mode == Mode::bwrap);
    restrict_arguments(program);
    // Nor does a file in memory that nobody has mapped: without a cgroup, which counts it, there is none.
    if (options.cgroups.empty()) program.give_if_equal(SYS_memfd_create, error_action(ENOSYS));
    for (const long call : k_denied_calls) program.give_if_equal(static_cast<std::uint32_t>(call), error_action(EPERM));
    program.give(k_allow);
    return program.take();
}

int apply_seccomp(const LaunchOptions& options) {
    if (options.mode != Mode::rlimits) return 0;
    std::vector<sock_filter> filter = make_seccomp_filter(options);
    const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
    return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 ? 0 : errno;
}

int open_seccomp_program(const LaunchOptions& options) {
    const std::vector<sock_filter> filter = make_seccomp_filter(options);
    return open_memory_file("seccomp", filter.data(), filter.size() * sizeof(sock_filter));
}

}  // namespace launcher
