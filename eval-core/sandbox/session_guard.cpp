#include "sandbox/session_guard.hpp"

#include "platform/pipe.hpp"
#include "platform/posix_spawn_request.hpp"

#include <unistd.h>
#include <utility>

namespace evald {

Result<void> SessionGuard::start(const std::string& launcher) {
    Result<Pipe> pipe = make_pipe();
    if (!pipe) return pipe.error();
    SpawnRequest request;
    request.argv = {launcher, "--guard"};
    request.descriptors.push_back(std::move(pipe->read));
    for (int output = 0; output < 2; ++output) {
        Result<UniqueFd> null = open_null();
        if (!null) return null.error();
        request.descriptors.push_back(std::move(*null));
    }
    const Result<pid_t> started = posix_spawn_request(request);
    if (!started) return started.error();
    set_non_blocking(pipe->write);
    pipe_ = std::move(pipe->write);
    return {};
}

void SessionGuard::tell(const std::string& line) const {
    const std::string whole = line + "\n";
    // A short line goes into a pipe whole or not at all, so two threads need no lock.
    [[maybe_unused]] const ssize_t written = ::write(pipe_.get(), whole.data(), whole.size());
}

}  // namespace evald
