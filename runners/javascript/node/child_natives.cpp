#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
extern "C" {
#include <sys/pidfd.h>
}
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <vector>

#include "engine/guarded.hpp"
#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "node/bytes.hpp"
#include "node/descriptor_waits.hpp"
#include "node/node_natives.hpp"
#include "protocol/text_encoding.hpp"
#include "runtime.hpp"

namespace evald::js {

namespace {

/// The texts of the array at `index`.
std::vector<std::string> texts_at(duk_context* ctx, duk_idx_t index) {
    std::vector<std::string> texts;
    const auto count = static_cast<duk_uarridx_t>(duk_get_length(ctx, index));
    for (duk_uarridx_t i = 0; i < count; ++i) {
        const StackMark mark(ctx);
        guarded(ctx, 0, 1, [index, i](duk_context* inner) { duk_get_prop_index(inner, index, i); });
        texts.push_back(to_utf8(string_at(ctx, -1)));
    }
    return texts;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts) {
        pointers.push_back(text.data());
    }
    pointers.push_back(nullptr);
    return pointers;
}

struct SpawnPlan {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    SpawnPlan() {
        posix_spawn_file_actions_init(&actions);
        posix_spawnattr_init(&attributes);
    }
    ~SpawnPlan() {
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;
};

/// What a child must not inherit from us: signals blocked or ignored.
void reset_signals(SpawnPlan& plan, bool own_group) {
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&plan.attributes, &none);
    posix_spawnattr_setsigdefault(&plan.attributes, &all);
    int flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    if (own_group) {
        flags |= POSIX_SPAWN_SETSID;
    }
    posix_spawnattr_setflags(&plan.attributes, static_cast<short>(flags));
}

/// spawn(file, args, env, cwd, stdio, detached): [pid, pidfd, ...ours]; of each stdio entry ('pipe', 'ignore',
/// 'inherit' or a descriptor) our end, or -1.
duk_ret_t spawn(Runtime& runtime, duk_context* ctx) {
    const std::string file = to_utf8(string_at(ctx, 0));
    std::vector<std::string> arguments = texts_at(ctx, 1);
    std::vector<std::string> variables = texts_at(ctx, 2);
    const std::string folder = to_utf8(string_at(ctx, 3));
    const std::vector<std::string> wanted = texts_at(ctx, 4);
    SpawnPlan plan;
    reset_signals(plan, duk_to_boolean(ctx, 5) != 0);
    std::vector<int> ours;
    std::vector<int> theirs;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const int target = static_cast<int>(i);
        std::array<int, 2> pair{-1, -1};
        if (wanted[i] == "pipe") {
            if (::pipe2(pair.data(), O_CLOEXEC) != 0) {
                throw NativeError::system_error(errno, "pipe", "");
            }
            const int child_end = i == 0 ? pair[0] : pair[1];
            ours.push_back(i == 0 ? pair[1] : pair[0]);
            theirs.push_back(child_end);
            posix_spawn_file_actions_adddup2(&plan.actions, child_end, target);
            ::fcntl(ours.back(), F_SETFL, O_NONBLOCK);
        } else {
            ours.push_back(-1);
            if (wanted[i] == "ignore") {
                posix_spawn_file_actions_addopen(&plan.actions, target, "/dev/null", O_RDWR, 0);
            } else {
                const int from = wanted[i] == "inherit" ? target : std::atoi(wanted[i].c_str());
                posix_spawn_file_actions_adddup2(&plan.actions, from, target);
            }
        }
    }
    if (!folder.empty()) {
        posix_spawn_file_actions_addchdir_np(&plan.actions, folder.c_str());
    }
    posix_spawn_file_actions_addclosefrom_np(&plan.actions, static_cast<int>(wanted.size()));
    runtime.output().flush();  // what the cell printed stays before what the child writes
    pid_t pid = 0;
    const int failure = ::posix_spawnp(&pid, file.c_str(), &plan.actions, &plan.attributes,
                                       pointers_to(arguments).data(), pointers_to(variables).data());
    for (const int descriptor : theirs) {
        ::close(descriptor);
    }
    if (failure != 0) {
        for (const int descriptor : ours) {
            if (descriptor >= 0) {
                ::close(descriptor);
            }
        }
        throw NativeError::system_error(failure, "spawn " + file, file);
    }
    const int pidfd = ::pidfd_open(pid, 0);
    guarded(ctx, 0, 1, [pid, pidfd, &ours](duk_context* inner) {
        duk_push_array(inner);
        duk_uarridx_t position = 0;
        const auto add = [inner, &position](int number) {
            duk_push_int(inner, number);
            duk_put_prop_index(inner, -2, position++);
        };
        add(pid);
        add(pidfd);
        for (const int descriptor : ours) {
            add(descriptor);
        }
    });
    return 1;
}

/// reap(pid): undefined while it runs, else [code or -1, signal or 0]
duk_ret_t reap(Runtime& /*runtime*/, duk_context* ctx) {
    int status = 0;
    const pid_t pid = static_cast<pid_t>(integer_at(ctx, 0, 0));
    const pid_t ended = ::waitpid(pid, &status, WNOHANG);
    if (ended == 0) {
        return 0;
    }
    const int code = ended == pid && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    const int signal = ended == pid && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    guarded(ctx, 0, 1, [code, signal](duk_context* inner) {
        duk_push_array(inner);
        duk_push_int(inner, code);
        duk_put_prop_index(inner, -2, 0);
        duk_push_int(inner, signal);
        duk_put_prop_index(inner, -2, 1);
    });
    return 1;
}

/// readSome(fd): a Uint8Array, null at the end, undefined if nothing is there yet
duk_ret_t read_some(Runtime& /*runtime*/, duk_context* ctx) {
    std::array<char, 65536> chunk{};
    const ssize_t count = ::read(static_cast<int>(integer_at(ctx, 0, -1)), chunk.data(), chunk.size());
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) {
        return 0;
    }
    if (count <= 0) {
        duk_push_null(ctx);
    } else {
        push_bytes(ctx, {chunk.data(), static_cast<std::size_t>(count)});
    }
    return 1;
}

/// writeSome(fd, bytes, from): how many were taken; -1: nobody reads
duk_ret_t write_some(Runtime& /*runtime*/, duk_context* ctx) {
    const auto bytes = bytes_at(ctx, 1);
    const auto from = std::min(bytes.size(), static_cast<std::size_t>(integer_at(ctx, 2, 0)));
    const ssize_t count = ::write(static_cast<int>(integer_at(ctx, 0, -1)), bytes.data() + from, bytes.size() - from);
    duk_push_int(ctx, count >= 0 ? static_cast<int>(count) : errno == EAGAIN || errno == EINTR ? 0 : -1);
    return 1;
}

/// waitAny(descriptors, milliseconds): sleeps until one of them (negative: for writing, as -fd - 1) is ready. False:
/// the time is over. An interrupt ends it with an error.
duk_ret_t wait_any(Runtime& runtime, duk_context* ctx) {
    std::vector<pollfd> polls;
    for (duk_uarridx_t i = 0; i < static_cast<duk_uarridx_t>(duk_get_length(ctx, 0)); ++i) {
        const StackMark mark(ctx);
        guarded(ctx, 0, 1, [i](duk_context* inner) { duk_get_prop_index(inner, 0, i); });
        const int number = duk_get_int(ctx, -1);
        polls.push_back({number < 0 ? -number - 1 : number, static_cast<short>(number < 0 ? POLLOUT : POLLIN), 0});
    }
    const int ready = ::poll(polls.data(), polls.size(), static_cast<int>(integer_at(ctx, 1, -1)));
    if (runtime.engine().stop_requested()) {
        throw Interrupted();
    }
    duk_push_boolean(ctx, ready != 0 ? 1 : 0);
    return 1;
}

}  // namespace

void define_child_natives(duk_context* ctx) {
    put_native(ctx, "spawn", native<spawn>, 6);
    put_native(ctx, "reap", native<reap>, 1);
    put_native(ctx, "readSome", native<read_some>, 1);
    put_native(ctx, "writeSome", native<write_some>, 3);
    put_native(ctx, "waitAny", native<wait_any>, 2);
    define_descriptor_waits(ctx);
}

}  // namespace evald::js
