#include "execution/run_blobs.hpp"

#include <utility>

namespace evald {

RunBlobs::RunBlobs(ArtifactStore& artifacts, std::string principal, std::string session,
                   std::function<void()> on_progress)
    : artifacts_(artifacts),
      principal_(std::move(principal)),
      session_(std::move(session)),
      on_progress_(std::move(on_progress)) {}

RunBlobs::~RunBlobs() {
    for (const auto& writer : writers_) writer->on_progress({});
}

std::string RunBlobs::store(std::string_view mime_type, std::string bytes) {
    forget_stored();
    auto writer = artifacts_.create(principal_, session_, std::string(mime_type));
    std::string id = writer->id();
    writer->on_progress(on_progress_);
    writer->append(std::move(bytes));
    writer->finish();
    writers_.push_back(std::move(writer));
    return id;
}

void RunBlobs::forget_stored() {
    while (!writers_.empty() && writers_.front()->is_over()) {
        if (const Error* const failed = writers_.front()->failure()) failure_ = failed->message;
        writers_.pop_front();
    }
}

std::uint64_t RunBlobs::pending_bytes() const {
    std::uint64_t bytes = 0;
    for (const auto& writer : writers_) bytes += writer->pending_bytes();
    return bytes;
}

boost::asio::awaitable<void> RunBlobs::settle() {
    while (!writers_.empty()) {
        const Result<Artifact> stored = co_await writers_.front()->commit();
        if (!stored) failure_ = stored.error().message;
        writers_.pop_front();
    }
}

}  // namespace evald
