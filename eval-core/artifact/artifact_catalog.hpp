#pragma once

#include "artifact/artifact_folder.hpp"
#include "artifact/artifact_index.hpp"
#include "artifact/artifact_quota.hpp"
#include "platform/worker_pool.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace evald {

class ArtifactUpload;

/// What a store and its open writers share: the index, the quota, the folder, and where work is done. Loop thread.
struct ArtifactCatalog {
    using Clock = std::function<std::int64_t()>;  ///< milliseconds since 1970

    /// `loop` and `pool` must outlive it.
    ArtifactCatalog(ArtifactFolder files, const ArtifactLimits& limits, boost::asio::any_io_executor loop_executor,
                    WorkerPool& workers, Clock clock)
        : folder(std::move(files)),
          quota(limits),
          ttl_ms(limits.ttl.count()),
          loop(std::move(loop_executor)),
          pool(workers),
          now_ms(std::move(clock)) {}

    /// Null unless it is stored, the principal's, and within its time.
    [[nodiscard]] const Artifact* find(std::string_view principal, std::string_view id) const;
    /// The one of that id that is finished but not yet stored; null if there is none.
    [[nodiscard]] std::shared_ptr<ArtifactUpload> find_on_its_way(std::string_view principal,
                                                                  std::string_view id) const;
    [[nodiscard]] std::uint64_t pending_bytes() const;
    /// Reserves room, which may cost others: their files go.
    Result<void> reserve(const std::string& principal, std::uint64_t bytes);
    /// Takes out of the index what is past its time.
    std::vector<Artifact> take_expired();
    /// Takes a session's artifacts out of the index; its uploads fail.
    std::vector<Artifact> take_session(const std::string& principal, const std::string& session);

    const ArtifactFolder folder;
    ArtifactIndex index;
    ArtifactQuota quota;
    std::set<ArtifactUpload*> uploads;  ///< those not yet over; each takes itself out
    const std::int64_t ttl_ms;
    boost::asio::any_io_executor loop;
    WorkerPool& pool;
    const Clock now_ms;
};

}  // namespace evald
