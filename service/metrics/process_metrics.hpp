#pragma once

#include <cstdint>
#include <optional>

namespace evald::service {

/// What the system says about this process. Absent where it cannot be told.
struct ProcessFigures {
    std::optional<double> cpu_seconds, start_time_seconds;
    std::optional<std::uint64_t> resident_bytes, virtual_bytes, open_descriptors, max_descriptors, threads;
};

/// Reads /proc/self: a few small files that never block.
ProcessFigures read_process_figures();

}  // namespace evald::service
