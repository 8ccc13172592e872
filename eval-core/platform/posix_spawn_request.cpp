#include "platform/posix_spawn_request.hpp"

#include "platform/pipe.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <utility>

namespace evald {
namespace {

struct FileActions {
    FileActions() { ::posix_spawn_file_actions_init(&value); }
    ~FileActions() { ::posix_spawn_file_actions_destroy(&value); }
    FileActions(const FileActions&) = delete;
    FileActions& operator=(const FileActions&) = delete;
    posix_spawn_file_actions_t value{};
};

struct Attributes {
    Attributes() { ::posix_spawnattr_init(&value); }
    ~Attributes() { ::posix_spawnattr_destroy(&value); }
    Attributes(const Attributes&) = delete;
    Attributes& operator=(const Attributes&) = delete;
    posix_spawnattr_t value{};
};

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

Error failure(const std::string& path, int error) {
    return Error{ErrorCode::unavailable, path + " could not be started: " + std::generic_category().message(error)};
}

/// A source that lies among the targets would be overwritten by an earlier dup2.
bool move_above_targets(std::vector<UniqueFd>& descriptors) {
    const int count = static_cast<int>(descriptors.size());
    for (UniqueFd& descriptor : descriptors) {
        if (descriptor.get() >= count) continue;
        UniqueFd higher(::fcntl(descriptor.get(), F_DUPFD_CLOEXEC, count));
        if (!higher) return false;
        descriptor = std::move(higher);
    }
    return true;
}

}  // namespace

Result<pid_t> posix_spawn_request(SpawnRequest& request) {
    const std::string path = request.argv.front();
    if (!move_above_targets(request.descriptors)) return failure(path, errno);

    FileActions actions;
    int target = 0;
    for (const UniqueFd& descriptor : request.descriptors) {
        ::posix_spawn_file_actions_adddup2(&actions.value, descriptor.get(), target++);
    }
    ::posix_spawn_file_actions_addclosefrom_np(&actions.value, target);

    Attributes attributes;
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes.value, &none);
    ::posix_spawnattr_setsigdefault(&attributes.value, &all);
    ::posix_spawnattr_setflags(&attributes.value, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

    const std::vector<char*> argv = pointers_to(request.argv);
    const std::vector<char*> environment = pointers_to(request.environment);
    pid_t pid = 0;
    const int error =
        ::posix_spawn(&pid, path.c_str(), &actions.value, &attributes.value, argv.data(), environment.data());
    if (error != 0) return failure(path, error);
    return pid;
}

bool run_and_wait(std::vector<std::string> argv) {
    SpawnRequest request;
    request.argv = std::move(argv);
    for (int standard = 0; standard < 3; ++standard) {
        Result<UniqueFd> null = open_null();
        if (!null) return false;
        request.descriptors.push_back(std::move(*null));
    }
    const Result<pid_t> pid = posix_spawn_request(request);
    int status = 0;
    return pid && ::waitpid(*pid, &status, 0) == *pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace evald
