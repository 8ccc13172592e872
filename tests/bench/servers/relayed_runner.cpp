#include "servers/relayed_runner.hpp"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace bench {

RelayedRunner::~RelayedRunner() {
    if (input_ >= 0) close(input_);
    if (output_ >= 0) close(output_);
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
}

bool RelayedRunner::start(const std::vector<char*>& command) {
    std::array<int, 2> to_runner{};
    std::array<int, 2> from_runner{};
    if (pipe2(to_runner.data(), O_CLOEXEC) != 0 || pipe2(from_runner.data(), O_CLOEXEC) != 0) return false;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, to_runner[0], 0);
    posix_spawn_file_actions_adddup2(&actions, from_runner[1], 1);
    const int failure = posix_spawnp(&pid_, command[0], &actions, nullptr, command.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(to_runner[0]);
    close(from_runner[1]);
    input_ = to_runner[1];
    output_ = from_runner[0];
    if (failure != 0) pid_ = 0;
    return failure == 0;
}

void RelayedRunner::interrupt() const {
    if (pid_ > 0) kill(pid_, SIGINT);
}

}  // namespace bench
