/// evald-launcher: becomes a runner, after the steps that a process needs before strangers' code runs in it.
///
/// Started by the service's spawner thread with descriptors as in runners/PROTOCOL.md. Says in one line on fd 2 what
/// failed; exit code 127: the program is not there, 126: anything else. With --guard or --sweep=UID as the first
/// argument it ends sessions' users instead; with --landlock it prints the kernel's version of Landlock.

#include "bubblewrap.hpp"
#include "guard.hpp"
#include "landlock.hpp"
#include "launch_options.hpp"
#include "seccomp_filter.hpp"
#include "steps.hpp"
#include "sweep.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <unistd.h>

namespace {

struct NamedStep {
    const char* name;
    launcher::Step run;
};

/// In this order. What is privileged comes before the change of user, what that change clears (the parent's death
/// signal) after it, and what would forbid the rest of the steps last.
constexpr std::array k_steps{NamedStep{"close descriptors", launcher::close_other_descriptors},
                             NamedStep{"start a session", launcher::start_session},
                             NamedStep{"set process defaults", launcher::set_process_defaults},
                             NamedStep{"enter the cgroup", launcher::enter_cgroups},
                             NamedStep{"become the session's user", launcher::become_user},
                             NamedStep{"refuse root", launcher::refuse_root},
                             NamedStep{"follow the service", launcher::die_with_parent},
                             NamedStep{"forbid new privileges", launcher::forbid_new_privileges},
                             NamedStep{"set resource limits", launcher::set_resource_limits},
                             NamedStep{"reset signals", launcher::reset_signals},
                             NamedStep{"enter the workspace", launcher::enter_workspace},
                             NamedStep{"restrict files", launcher::apply_landlock},
                             NamedStep{"restrict system calls", launcher::apply_seccomp}};

int fail(int code, const char* what, int error) {
    std::fprintf(stderr, "evald-launcher: %s: %s\n", what, std::strerror(error));
    return code;
}

constexpr int k_not_found = 127;
constexpr int k_not_possible = 126;

int launch(const launcher::LaunchOptions& options) {
    for (const NamedStep& step : k_steps) {
        if (const int error = step.run(options)) return fail(k_not_possible, step.name, error);
    }
    if (options.mode == launcher::Mode::bwrap)
        return fail(k_not_possible, options.bubblewrap, launcher::become_bubblewrap(options));
    ::execv(options.program[0], options.program);
    return fail(errno == ENOENT ? k_not_found : k_not_possible, options.program[0], errno);
}

}  // namespace

int main(int argc, char** argv) {
    const std::string_view first = argc > 1 ? argv[1] : "";
    if (first == "--guard") return launcher::run_guard();
    if (first.starts_with("--sweep=")) return launcher::run_sweep(argc, argv);
    if (first == "--landlock") return std::printf("%d\n", launcher::landlock_version()) > 0 ? 0 : 1;
    launcher::LaunchOptions options;
    if (const char* fault = launcher::parse_launch_options(argc, argv, options)) {
        std::fprintf(stderr, "evald-launcher: arguments: %s\n", fault);
        return k_not_possible;
    }
    return launch(options);
}
