#pragma once

#include "kernel/language.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace evald {

struct KernelInfo {
    Language language = Language::python;
    std::string state;  ///< starting, idle, busy
    int pid = 0;
    std::uint64_t resident_bytes = 0;
    std::int64_t execution_count = 0;
};

/// What GET /sessions tells of one session.
struct SessionInfo {
    std::string id;
    std::string principal;
    std::int64_t created_ms = 0, last_used_ms = 0;  ///< since 1970
    std::vector<KernelInfo> kernels;
    std::size_t queued = 0;                          ///< runs that wait
    std::string running;                             ///< id of the run that is on, or empty
    std::uint64_t last_seq = 0;
    std::string epoch;
};

}  // namespace evald
