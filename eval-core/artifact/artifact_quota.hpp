#pragma once

#include "artifact/artifact_index.hpp"
#include "base/error.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace evald {

/// artifacts.* of the configuration.
struct ArtifactLimits {
    std::uint64_t max_bytes = 1ULL << 30U;  ///< of one principal
    std::uint64_t max_total_bytes = 10ULL << 30U;
    std::chrono::milliseconds ttl{86'400'000};  ///< since it was stored
};

/// Keeps stored artifacts and those being written within the limits. Pure.
///
/// Room for bytes is reserved before they are written. Where there is none, the oldest stored artifacts go: the
/// principal's own for its limit, anybody's for the limit of all. What is still being written (by runs that have not
/// ended) never goes; if that alone would pass a limit, there is no room.
class ArtifactQuota {
public:
    explicit ArtifactQuota(const ArtifactLimits& limits) : limits_(limits) {}

    /// Reserves `bytes` more for one being written. The artifacts that had to go have been removed from `index`.
    Result<std::vector<Artifact>> reserve(const std::string& principal, std::uint64_t bytes, ArtifactIndex& index);
    /// It is stored (and in the index), or given up.
    void release(const std::string& principal, std::uint64_t bytes);

private:
    ArtifactLimits limits_;
    std::map<std::string, std::uint64_t> reserved_;  // by principal
    std::uint64_t total_reserved_ = 0;
};

}  // namespace evald
