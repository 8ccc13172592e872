#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace bench {

/// A runner driven over pipes with blocking reads, the least that a host can do. Ends the program when the runner goes.
class RunnerProcess {
public:
    RunnerProcess() = default;
    ~RunnerProcess();
    RunnerProcess(const RunnerProcess&) = delete;
    RunnerProcess& operator=(const RunnerProcess&) = delete;

    /// `command` is split at blanks.
    void start(const std::string& command);
    /// Closes its pipes and waits for its end.
    void stop();
    void send(std::string_view bytes);
    /// A line without its end; valid until the next call.
    std::string_view read_line();
    void interrupt() const;
    /// Waits for a process that ends by itself.
    void wait();

private:
    void fill();

    pid_t pid_ = 0;
    int input_ = -1, output_ = -1;
    std::vector<char> buffer_ = std::vector<char>(1U << 20U);
    std::size_t begin_ = 0, end_ = 0;
};

}  // namespace bench
