#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace evald {

enum class SandboxMode : std::uint8_t { none, rlimits, bwrap };

/// What cells reach beside themselves.
enum class SandboxNetwork : std::uint8_t {
    off,
    translated,  ///< through a namespace of the session's own: all but the machine, link-local and metadata addresses
    host         ///< whatever the machine reaches, its loopback addresses included
};

/// "none", "rlimits", "bwrap".
std::string_view sandbox_mode_name(SandboxMode mode);

/// What stands between a cell and the machine, as found at start. In words for /healthz and metrics.
struct SandboxLayers {
    SandboxMode mode = SandboxMode::none;
    bool has_own_proc = false;  ///< bwrap: /proc shows the kernel's processes only
    bool has_users = false;     ///< a user for each session
    int landlock = 0;           ///< ABI in force, 0: none (rlimits)
    std::string cgroup = "none";
    SandboxNetwork network = SandboxNetwork::host;
    std::string why_host_network;  ///< where it is on and not translated: what stands in the way

    struct Entry {
        std::string_view name;
        std::string value;
    };
    /// mode, proc, users, seccomp, landlock, cgroup, network, watchdog.
    [[nodiscard]] std::vector<Entry> entries() const;
};

}  // namespace evald
