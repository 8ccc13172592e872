#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace evald {

enum class SandboxMode : std::uint8_t { none, rlimits, bwrap };

/// "none", "rlimits", "bwrap".
std::string_view sandbox_mode_name(SandboxMode mode);

/// What stands between a cell and the machine, as found at start. In words for /healthz and metrics.
struct SandboxLayers {
    SandboxMode mode = SandboxMode::none;
    bool has_own_proc = false;  ///< bwrap: /proc shows the kernel's processes only
    bool has_users = false;     ///< a user for each session
    int landlock = 0;           ///< ABI in force, 0: none (rlimits)
    std::string cgroup = "none";
    bool has_network = true;

    struct Entry {
        std::string_view name;
        std::string value;
    };
    /// mode, proc, users, seccomp, landlock, cgroup, network, watchdog.
    [[nodiscard]] std::vector<Entry> entries() const;
};

}  // namespace evald
