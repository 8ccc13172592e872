#pragma once

#include "base/error.hpp"

#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace evald {

/// A stored blob. `id` is 26 or more characters of [a-z0-9], made of at least 128 random bits.
struct Artifact {
    std::string id;
    std::string principal;
    std::string session;
    std::string mime_type;
    std::uint64_t bytes = 0;
    std::int64_t created_ms = 0;  ///< since 1970
};

/// Writes one artifact piece by piece. Loop thread; the bytes are written, in order, by the worker pool.
/// Destroyed without commit(): what was written is deleted.
class ArtifactWriter {
public:
    virtual ~ArtifactWriter() = default;
    /// The id it will have; known from the start so that a text can name it.
    [[nodiscard]] virtual const std::string& id() const = 0;
    /// Queues bytes. After a failure (full disk, quota) further bytes are dropped and commit() tells.
    virtual void append(std::string bytes) = 0;
    /// Bytes that wait for the disk. The caller slows its source down when this grows.
    [[nodiscard]] virtual std::uint64_t pending_bytes() const = 0;
    /// Called on the loop whenever pending_bytes() has fallen; may be empty.
    virtual void on_progress(std::function<void()> call) = 0;
    /// Nothing more comes: it is stored, and can be found, as soon as the disk has all of it.
    virtual void finish() = 0;
    /// Stored or failed: commit() would not wait.
    [[nodiscard]] virtual bool is_over() const = 0;
    /// Why it could not be stored; null when it could, or it is not known yet.
    [[nodiscard]] virtual const Error* failure() const = 0;
    /// finish(), and waits until it is stored.
    virtual boost::asio::awaitable<Result<Artifact>> commit() = 0;
};

/// Reads a stored artifact. Stays readable while open, even when it is deleted meanwhile.
class ArtifactReader {
public:
    virtual ~ArtifactReader() = default;
    [[nodiscard]] virtual const Artifact& artifact() const = 0;
    /// At most `size` bytes from `offset`; fewer only at the end.
    virtual boost::asio::awaitable<Result<std::string>> read(std::uint64_t offset, std::size_t size) = 0;
};

/// Artifacts on disk: owner and type are stored with each, a restart finds them again. Loop thread.
/// Limits: artifacts.ttl, artifacts.max_bytes a principal, artifacts.max_total_bytes (oldest of ended runs go first).
class ArtifactStore {
public:
    virtual ~ArtifactStore() = default;
    virtual std::unique_ptr<ArtifactWriter> create(std::string principal, std::string session,
                                                   std::string mime_type) = 0;
    /// create, append, commit in one.
    virtual boost::asio::awaitable<Result<Artifact>> store(std::string principal, std::string session,
                                                           std::string mime_type, std::string bytes) = 0;
    /// not_found for an unknown id, a malformed one, and another principal's alike.
    [[nodiscard]] virtual Result<Artifact> find(std::string_view principal, std::string_view id) const = 0;
    /// Waits for one that is finished but not yet on the disk.
    virtual boost::asio::awaitable<Result<std::unique_ptr<ArtifactReader>>> open(std::string principal,
                                                                                 std::string id) = 0;
    /// Oldest first; an empty `session`: of all sessions of the principal.
    [[nodiscard]] virtual std::vector<Artifact> list(std::string_view principal, std::string_view session) const = 0;
    /// The folder that a session's kernels may read (its artifacts, by id); made if it is not there.
    virtual std::string session_folder(const std::string& principal, const std::string& session) = 0;
    virtual boost::asio::awaitable<void> remove_session(std::string principal, std::string session) = 0;
    /// Removes what is past its ttl. Called now and then by the owner.
    virtual boost::asio::awaitable<void> sweep() = 0;
    [[nodiscard]] virtual std::uint64_t total_bytes() const = 0;
    /// Bytes of all writers that wait for the disk.
    [[nodiscard]] virtual std::uint64_t pending_bytes() const { return 0; }
    [[nodiscard]] virtual std::size_t count() const = 0;
};

}  // namespace evald
