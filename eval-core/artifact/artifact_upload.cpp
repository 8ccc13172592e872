#include "artifact/artifact_upload.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <utility>
#include <vector>

namespace evald {
namespace {

/// Small pieces are put together to blocks of this size.
constexpr std::size_t k_block_bytes = 64U << 10U;
/// A job writes this much at most, so that progress is seen.
constexpr std::size_t k_job_bytes = 1U << 20U;

}  // namespace

ArtifactUpload::ArtifactUpload(std::shared_ptr<ArtifactCatalog> catalog, Artifact artifact)
    : catalog_(std::move(catalog)),
      artifact_(std::move(artifact)),
      file_(std::make_shared<AtomicFile>()),
      ended_(catalog_->loop) {
    catalog_->uploads.insert(this);
}

ArtifactUpload::~ArtifactUpload() { catalog_->uploads.erase(this); }

void ArtifactUpload::append(std::string bytes) {
    if (error_ || is_complete_ || bytes.empty()) return;
    const Result<void> room = catalog_->reserve(artifact_.principal, bytes.size());
    if (!room) return fail(room.error());
    reserved_bytes_ += bytes.size();
    queued_bytes_ += bytes.size();
    if (!queue_.empty() && queue_.back().size() + bytes.size() <= k_block_bytes) {
        queue_.back() += bytes;
    } else {
        queue_.push_back(std::move(bytes));
    }
    advance();
}

boost::asio::awaitable<Result<Artifact>> ArtifactUpload::commit() {
    const std::shared_ptr<ArtifactUpload> self = shared_from_this();  // the writer may go while we wait
    finish();
    co_await ended_.wait();
    if (error_) co_return *error_;
    co_return artifact_;
}

void ArtifactUpload::finish() {
    if (is_complete_) return;
    is_complete_ = true;
    artifact_.created_ms = catalog_->now_ms();
    advance();
}

void ArtifactUpload::fail(Error error) {
    if (error_ || ended_.is_set()) return;
    error_ = std::move(error);
    queue_.clear();
    queued_bytes_ = 0;
    advance();
}

/// Starts what comes next, unless a job is on: its end calls again.
void ArtifactUpload::advance() {
    if (is_job_on_ || ended_.is_set()) return;
    if (error_) {
        discard();
    } else if (!queue_.empty()) {
        write_queued();
    } else if (is_storing_) {
        catalog_->index.add(artifact_);
        end();
    } else if (is_complete_) {
        store();
    }
}

void ArtifactUpload::write_queued() {
    std::vector<std::string> blocks;
    while (!queue_.empty() && job_bytes_ < k_job_bytes) {
        job_bytes_ += queue_.front().size();
        blocks.push_back(std::move(queue_.front()));
        queue_.pop_front();
    }
    queued_bytes_ -= job_bytes_;
    start([files = catalog_->folder, file = file_, id = artifact_.id, blocks = std::move(blocks)] {
        std::error_code failed;
        if (!file->is_created()) failed = files.begin(*file, id);
        for (const std::string& block : blocks) {
            if (!failed) failed = file->write(block);
        }
        return failed;
    });
}

void ArtifactUpload::store() {
    is_storing_ = true;
    artifact_.bytes = reserved_bytes_;
    start([files = catalog_->folder, file = file_, artifact = artifact_] {
        std::error_code failed;
        if (!file->is_created()) failed = files.begin(*file, artifact.id);
        if (!failed) failed = files.finish(*file, artifact);
        return failed;
    });
}

void ArtifactUpload::discard() {
    catalog_->pool.post([files = catalog_->folder, file = file_, artifact = artifact_, was_stored = is_storing_] {
        file->discard();
        if (was_stored) files.remove(artifact);
    });
    end();
}

void ArtifactUpload::end() {
    catalog_->quota.release(artifact_.principal, reserved_bytes_);
    catalog_->uploads.erase(this);
    ended_.set();
}

template <class Job>
void ArtifactUpload::start(Job job) {
    is_job_on_ = true;
    catalog_->pool.post([self = shared_from_this(), loop = catalog_->loop, job = std::move(job)]() mutable {
        std::error_code failed;
        try {
            failed = job();
        } catch (const std::exception&) {
            failed = std::make_error_code(std::errc::not_enough_memory);
        }
        // Moved on, so that a worker never holds the last of it.
        boost::asio::post(loop, [self = std::move(self), failed] { self->finish_job(failed); });
    });
}

void ArtifactUpload::finish_job(std::error_code failed) {
    is_job_on_ = false;
    job_bytes_ = 0;
    if (failed) {
        fail({ErrorCode::unavailable, "the artifact could not be written: " + failed.message()});
    }
    advance();
    const std::function<void()> call = progress_;  // it may set another
    if (call) call();
}

}  // namespace evald
