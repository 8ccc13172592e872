#pragma once

#include "artifact/artifact_catalog.hpp"
#include "platform/async_event.hpp"
#include "platform/atomic_file.hpp"

#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <system_error>

namespace evald {

/// One artifact on its way to disk: bytes queue on the loop and are written by one job at a time on the worker pool.
///
/// Held by its writer and by the job that is on. Ends stored or, after a failure, discarded: what was written is
/// deleted and its reservation returned as soon as no job is on. Loop thread.
class ArtifactUpload : public std::enable_shared_from_this<ArtifactUpload> {
public:
    ArtifactUpload(std::shared_ptr<ArtifactCatalog> catalog, Artifact artifact);
    ~ArtifactUpload();
    ArtifactUpload(const ArtifactUpload&) = delete;
    ArtifactUpload& operator=(const ArtifactUpload&) = delete;

    [[nodiscard]] const Artifact& artifact() const { return artifact_; }
    [[nodiscard]] std::uint64_t pending_bytes() const { return queued_bytes_ + job_bytes_; }
    void on_progress(std::function<void()> call) { progress_ = std::move(call); }

    void append(std::string bytes);
    /// Nothing more comes.
    void finish();
    [[nodiscard]] bool is_finished() const { return is_complete_; }
    [[nodiscard]] bool is_over() const { return ended_.is_set(); }
    [[nodiscard]] const Error* failure() const { return error_ ? &*error_ : nullptr; }
    /// finish(), and returns once it is stored or discarded.
    boost::asio::awaitable<Result<Artifact>> commit();
    /// No effect once it has ended; the first failure counts.
    void fail(Error error);

private:
    void advance();
    void write_queued();
    void store();
    void discard();
    void end();
    template <class Job>
    void start(Job job);
    void finish_job(std::error_code failed);

    std::shared_ptr<ArtifactCatalog> catalog_;
    Artifact artifact_;
    std::shared_ptr<AtomicFile> file_;  // touched only by the job that is on
    std::deque<std::string> queue_;
    std::uint64_t queued_bytes_ = 0;
    std::uint64_t job_bytes_ = 0;
    std::uint64_t reserved_bytes_ = 0;
    std::function<void()> progress_;

    bool is_complete_ = false;  // nothing more comes
    bool is_job_on_ = false;
    bool is_storing_ = false;  // the last job: the artifact is there after it
    std::optional<Error> error_;
    AsyncEvent ended_;
};

}  // namespace evald
