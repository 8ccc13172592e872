#pragma once

#include <string>

namespace evald {

/// How a child process ended.
struct ExitStatus {
    bool signaled = false;
    int value = 0;  ///< exit code, or the signal's number

    /// "exited with code 7", "was killed by signal 9 (SIGKILL)".
    [[nodiscard]] std::string describe() const;
};

}  // namespace evald
