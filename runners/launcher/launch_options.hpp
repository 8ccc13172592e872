#pragma once

#include <cstdint>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace launcher {

enum class Mode : std::uint8_t {
    none,     ///< the service's own rights
    rlimits,  ///< limits, Landlock and a seccomp filter, without namespaces
    bwrap     ///< all but Landlock, in bubblewrap's namespaces
};

struct ResourceLimit {
    int resource = 0;  ///< RLIMIT_...
    std::uint64_t value = 0;
};

/// What the command line says: `evald-launcher --parent=PID --cwd=DIR [OPTION]... -- PROGRAM [ARGUMENT]...`
struct LaunchOptions {
    pid_t parent = 0;           ///< the service; when it is not our parent any more, there is nobody to work for
    const char* cwd = nullptr;  ///< absolute, the workspace; "/": there is none
    char** program = nullptr;   ///< argv of the runner, ends with a null; program[0] is a path
    Mode mode = Mode::none;     ///< --sandbox=none|rlimits|bwrap
    uid_t user = 0;             ///< --user=UID: becomes that user and the group of that number; 0: stays who it is
    bool network = false;       ///< --network: keeps the network of the machine
    const char* translator = nullptr;            ///< --translator=PATH: slirp4netns, for a network of its own (bwrap)
    bool proc = true;                            ///< --no-proc: no /proc of its own (bwrap)
    const char* bubblewrap = "/usr/bin/bwrap";   ///< --bwrap=PATH
    const char* artifacts = nullptr;             ///< --artifacts=DIR: readable, as /artifacts in bwrap
    std::uint64_t scratch_bytes = 64ULL << 20U;  ///< --scratch=BYTES: /tmp and /dev/shm, each (bwrap)
    std::vector<const char*> readable;           ///< --read=PATH: more that may be read and executed
    std::vector<const char*> cgroups;            ///< --cgroup=DIR: cgroup folders to enter
    std::vector<ResourceLimit> limits;           ///< --limit=NAME:VALUE, NAME as `prlimit` has it: data, nproc, ...
};

/// Null on success, else what is wrong. The options point into `argv`.
const char* parse_launch_options(int argc, char** argv, LaunchOptions& options);

/// Decimal digits and nothing else.
bool parse_number(std::string_view digits, std::uint64_t& value);

}  // namespace launcher
