#pragma once

#include "artifact/artifact_quota.hpp"
#include "artifact/artifact_store.hpp"
#include "platform/clock.hpp"
#include "platform/worker_pool.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace evald {

struct ArtifactCatalog;

/// Artifacts as files under one root (ArtifactFolder says how), found through an index in memory that is read from
/// there at the start.
///
/// Bytes are written, read and deleted by the worker pool; on the loop thread only a folder is made (session_folder) or
/// renamed (remove_session). Nothing is flushed to the medium: the end of the process, however it comes, loses no
/// committed artifact; a power cut may, and what it leaves torn is removed at the next start. Errors are values:
/// payload_too_large over a limit, unavailable for a full or failing disk, not_found. The loop, the pool and the store
/// outlive all writers and readers.
class FileArtifactStore final : public ArtifactStore {
public:
    using Clock = std::function<std::int64_t()>;  ///< milliseconds since 1970

    /// Makes `root` (its parent too) or takes up what is there. Blocks: for the start.
    static Result<std::unique_ptr<FileArtifactStore>> open_root(const std::string& root, const ArtifactLimits& limits,
                                                                boost::asio::any_io_executor loop, WorkerPool& pool,
                                                                Clock clock = utc_now_ms);
    explicit FileArtifactStore(std::shared_ptr<ArtifactCatalog> catalog);
    ~FileArtifactStore() override;

    std::unique_ptr<ArtifactWriter> create(std::string principal, std::string session, std::string mime_type) override;
    boost::asio::awaitable<Result<Artifact>> store(std::string principal, std::string session, std::string mime_type,
                                                   std::string bytes) override;
    [[nodiscard]] Result<Artifact> find(std::string_view principal, std::string_view id) const override;
    boost::asio::awaitable<Result<std::unique_ptr<ArtifactReader>>> open(std::string principal,
                                                                         std::string id) override;
    [[nodiscard]] std::vector<Artifact> list(std::string_view principal, std::string_view session) const override;
    std::string session_folder(const std::string& principal, const std::string& session) override;
    boost::asio::awaitable<void> remove_session(std::string principal, std::string session) override;
    boost::asio::awaitable<void> sweep() override;
    [[nodiscard]] std::uint64_t total_bytes() const override;
    [[nodiscard]] std::uint64_t pending_bytes() const override;
    [[nodiscard]] std::size_t count() const override;

private:
    std::shared_ptr<ArtifactCatalog> catalog_;
};

}  // namespace evald
