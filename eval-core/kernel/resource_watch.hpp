#pragma once

#include "config/config.hpp"
#include "kernel/process_kernel.hpp"
#include "platform/one_shot_timer.hpp"
#include "platform/spawner.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace evald {

/// How it is told that a session was over sandbox.memory.
std::string memory_excess(std::uint64_t limit);

/// Sees to what no limit of a single process can: the memory of a session's processes together and its files in a
/// shared /dev/shm (every 0.5 s), what lies in its workspace, a shared /tmp, and deleted files that it holds open
/// (every 4 s), and the number of its processes where the system does not count it. Kills the kernel that is over and
/// says for which limit.
///
/// Kernels are added once they are ready. Measuring happens on the spawner's second thread, one round at a time, and
/// only while there are kernels. Loop thread; held by shared_ptr; spawner and config outlive it.
class ResourceWatch : public std::enable_shared_from_this<ResourceWatch> {
public:
    ResourceWatch(boost::asio::any_io_executor loop, Spawner& spawner, const Config& config);

    /// `user`: the session's own; 0: it has none. `shares_folders`: it sees the machine's /tmp and /dev/shm. Until what
    /// is returned goes, which must not outlive the kernel.
    std::shared_ptr<void> add(ProcessKernel& kernel, std::string workspace, uid_t user, bool shares_folders);

private:
    struct Limits {
        Config::Sandbox sandbox;
        Config::Workspace workspace;
    };
    struct Subject {
        std::uint64_t id = 0;
        pid_t root = 0;
        uid_t user = 0;
        std::string workspace;
        bool shares_folders = false;
    };
    struct Verdict {
        std::uint64_t id = 0;
        std::string_view limit;
        std::string explanation;
    };
    struct Entry {
        ProcessKernel* kernel = nullptr;
        Subject subject;
    };
    void schedule();
    void begin_round();
    void finish_round(const std::vector<Verdict>& verdicts);
    static std::vector<Verdict> measure(const std::vector<Subject>& subjects, const Limits& limits,
                                        bool looks_at_disk);

    boost::asio::any_io_executor loop_;
    Spawner& spawner_;
    const Limits limits_;
    OneShotTimer timer_;
    std::map<std::uint64_t, Entry> entries_;
    std::uint64_t next_id_ = 1, round_ = 0;
    bool is_measuring_ = false;
};

}  // namespace evald
