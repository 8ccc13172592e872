#include "sweep.hpp"

#include "folder_content.hpp"
#include "launch_options.hpp"
#include "steps.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <unistd.h>

namespace launcher {
namespace {

constexpr std::string_view k_option = "--sweep=";

/// Whether another process of this user still runs; one that has ended and is not reaped yet does not.
bool has_running_processes(uid_t user) {
    DIR* const processes = ::opendir("/proc");
    if (processes == nullptr) return true;
    bool is_running = false;
    while (const dirent* entry = ::readdir(processes)) {
        const std::string pid = entry->d_name;
        struct stat status {};
        if (pid.find_first_not_of("0123456789") != std::string::npos || pid == std::to_string(::getpid())) continue;
        if (::stat(("/proc/" + pid).c_str(), &status) != 0 || status.st_uid != user) continue;
        std::ifstream file("/proc/" + pid + "/stat");
        const std::string text(std::istreambuf_iterator<char>(file), {});
        const std::size_t name_end = text.rfind(')');  // the name before it may hold anything
        if (name_end == std::string::npos || name_end + 2 >= text.size()) continue;
        const char state = text[name_end + 2];
        is_running = is_running || (state != 'Z' && state != 'X');
    }
    ::closedir(processes);
    return is_running;
}

/// A process that is being forked while the signal goes round is found by the next one. One that has much memory takes
/// its time to end; one that nobody has reaped yet gets the signal, too, and is no more. False: there is one that
/// stays.
bool kill_all(uid_t user) {
    constexpr int k_rounds = 600;
    constexpr timespec k_pause{0, 5'000'000};
    for (int round = 0; round < k_rounds; ++round) {
        if (::kill(-1, SIGKILL) != 0 || !has_running_processes(user)) return true;
        ::nanosleep(&k_pause, nullptr);
    }
    return false;
}

void remove_shared_memory(uid_t user) {
    shm_info all{};
    const int last = ::shmctl(0, SHM_INFO, reinterpret_cast<shmid_ds*>(&all));
    for (int index = 0; index <= last; ++index) {
        shmid_ds one{};
        const int id = ::shmctl(index, SHM_STAT, &one);
        if (id >= 0 && (one.shm_perm.uid == user || one.shm_perm.cuid == user)) ::shmctl(id, IPC_RMID, nullptr);
    }
}

void remove_semaphores(uid_t user) {
    seminfo all{};
    const int last = ::semctl(0, 0, SEM_INFO, &all);
    for (int index = 0; index <= last; ++index) {
        semid_ds one{};
        const int id = ::semctl(index, 0, SEM_STAT, &one);
        if (id >= 0 && (one.sem_perm.uid == user || one.sem_perm.cuid == user)) ::semctl(id, 0, IPC_RMID);
    }
}

void remove_queues(uid_t user) {
    msginfo all{};
    const int last = ::msgctl(0, MSG_INFO, reinterpret_cast<msqid_ds*>(&all));
    for (int index = 0; index <= last; ++index) {
        msqid_ds one{};
        const int id = ::msgctl(index, MSG_STAT, &one);
        if (id >= 0 && (one.msg_perm.uid == user || one.msg_perm.cuid == user)) ::msgctl(id, IPC_RMID, nullptr);
    }
}

}  // namespace

bool sweep_user(uid_t user) {
    if (user == 0 || ::getuid() != user || ::geteuid() != user) return false;
    const bool is_empty = kill_all(user);
    remove_shared_memory(user);
    remove_semaphores(user);
    remove_queues(user);
    for (const char* const folder : {"/dev/shm", "/tmp", "/var/tmp"}) remove_content_of(folder, user);
    return is_empty;
}

int run_sweep(int argc, char** argv) {
    LaunchOptions options;
    std::uint64_t user = 0;
    const std::string_view first = argv[1];
    if (!parse_number(first.substr(k_option.size()), user) || user == 0 || user > 0x7FFFFFFF) {
        std::fputs("evald-launcher: --sweep must be the number of a user that is not root\n", stderr);
        return 126;
    }
    options.user = static_cast<uid_t>(user);
    if (const int error = become_user(options)) {
        std::fprintf(stderr, "evald-launcher: become the session's user: %s\n", std::strerror(error));
        return 126;
    }
    const bool is_empty = sweep_user(options.user);
    if (argc > 2) remove_content(argv[2]);
    return is_empty ? 0 : 126;
}

}  // namespace launcher
