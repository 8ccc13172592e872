#pragma once

#include <string>
#include <string_view>

namespace evald {

/// How a child process ended.
struct ExitStatus {
    bool signaled = false;
    int value = 0;  ///< exit code, or the signal's number
    /// Which limit it was killed for, a word for metrics ("memory"); empty: none that is known.
    std::string_view limit;
    std::string explanation{};  ///< then: "used more than 2 GiB of memory"

    /// "exited with code 7", "was killed by signal 9 (SIGKILL)", "was killed: it used more than 2 GiB of memory".
    [[nodiscard]] std::string describe() const;
};

}  // namespace evald
