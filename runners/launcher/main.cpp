/// evald-launcher: becomes a runner, after the steps that a process needs before strangers' code runs in it.
///
/// Started by the service's spawner thread with descriptors as in runners/PROTOCOL.md. Says in one line on fd 2 what
/// failed; exit code 127: the program is not there, 126: anything else.

#include "launch_options.hpp"
#include "steps.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <unistd.h>

namespace {

struct NamedStep {
    const char* name;
    launcher::Step run;
};

/// In this order. What is privileged comes before the change of user, what that change clears (the parent's death
/// signal) after it, and what would forbid the rest of the steps last.
constexpr std::array k_steps{
    NamedStep{"close descriptors", launcher::close_other_descriptors},
    NamedStep{"start a session", launcher::start_session},
    NamedStep{"set process defaults", launcher::set_process_defaults},
    // Here: enter the session's cgroup; become the session's user.
    NamedStep{"follow the service", launcher::die_with_parent},
    NamedStep{"forbid new privileges", launcher::forbid_new_privileges},
    // Here: resource limits.
    NamedStep{"reset signals", launcher::reset_signals}, NamedStep{"enter the workspace", launcher::enter_workspace},
    // Here: bubblewrap in place of the program; or Landlock, then seccomp.
};

int fail(int code, const char* what, const char* why) {
    std::fprintf(stderr, "evald-launcher: %s: %s\n", what, why);
    return code;
}

constexpr int k_not_found = 127;
constexpr int k_not_possible = 126;

}  // namespace

int main(int argc, char** argv) {
    launcher::LaunchOptions options;
    if (const char* fault = launcher::parse_launch_options(argc, argv, options))
        return fail(k_not_possible, "arguments", fault);
    for (const NamedStep& step : k_steps) {
        if (const int error = step.run(options)) return fail(k_not_possible, step.name, std::strerror(error));
    }
    ::execv(options.program[0], options.program);
    return fail(errno == ENOENT ? k_not_found : k_not_possible, options.program[0], std::strerror(errno));
}
