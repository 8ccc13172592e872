#pragma once

#include <sys/types.h>
#include <utility>
#include <vector>

namespace bench {

/// A runner process of ws_floor; killed and reaped with the object.
class RelayedRunner {
public:
    RelayedRunner() = default;
    ~RelayedRunner();
    RelayedRunner(const RelayedRunner&) = delete;
    RelayedRunner& operator=(const RelayedRunner&) = delete;

    /// `command` ends with a null pointer.
    bool start(const std::vector<char*>& command);
    void interrupt() const;
    /// The pipe's ends; from then on they are the caller's.
    int take_input() { return std::exchange(input_, -1); }
    int take_output() { return std::exchange(output_, -1); }

private:
    pid_t pid_ = 0;
    int input_ = -1, output_ = -1;
};

}  // namespace bench
