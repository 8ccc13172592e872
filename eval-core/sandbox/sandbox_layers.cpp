#include "sandbox/sandbox_layers.hpp"

namespace evald {
namespace {

std::string on_or_off(bool is_on) { return is_on ? "on" : "off"; }

std::string network_name(SandboxNetwork network) {
    switch (network) {
        case SandboxNetwork::off: return "off";
        case SandboxNetwork::translated: return "translated";
        case SandboxNetwork::host: return "host";
    }
    return "host";
}

}  // namespace

std::string_view sandbox_mode_name(SandboxMode mode) {
    switch (mode) {
        case SandboxMode::none: return "none";
        case SandboxMode::rlimits: return "rlimits";
        case SandboxMode::bwrap: return "bwrap";
    }
    return "none";
}

std::vector<SandboxLayers::Entry> SandboxLayers::entries() const {
    const bool is_confined = mode != SandboxMode::none;
    return {{"mode", std::string(sandbox_mode_name(mode))},
            {"proc", has_own_proc                 ? "own"
                     : mode == SandboxMode::bwrap ? "none"
                                                  : "shared"},
            {"users", has_users ? "session" : "server"},
            {"seccomp", on_or_off(is_confined)},
            {"landlock", std::to_string(landlock)},
            {"cgroup", cgroup},
            {"network", network_name(network)},
            {"watchdog", on_or_off(is_confined)}};
}

}  // namespace evald
