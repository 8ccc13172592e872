#pragma once

#include <sys/types.h>

namespace launcher {

/// What the command line says: `evald-launcher --parent=PID --cwd=DIR -- PROGRAM [ARGUMENT]...`
struct LaunchOptions {
    pid_t parent = 0;           ///< the service; when it is not our parent any more, there is nobody to work for
    const char* cwd = nullptr;  ///< absolute
    char** program = nullptr;   ///< argv of the runner, ends with a null; program[0] is a path
};

/// Null on success, else what is wrong. The options point into `argv`.
const char* parse_launch_options(int argc, char** argv, LaunchOptions& options);

}  // namespace launcher
