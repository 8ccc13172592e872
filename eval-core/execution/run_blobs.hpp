#pragma once

#include "artifact/artifact_store.hpp"

#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace evald {

/// Stores the values and images of one run that are too large to be carried along, each as an artifact of its own.
///
/// Each is findable as soon as the disk has it, while the run goes on. Loop thread; settle() before the result names any.
class RunBlobs {
public:
    /// `on_progress` is called when the disk has taken something.
    RunBlobs(ArtifactStore& artifacts, std::string principal, std::string session, std::function<void()> on_progress);
    ~RunBlobs();
    RunBlobs(const RunBlobs&) = delete;
    RunBlobs& operator=(const RunBlobs&) = delete;

    /// The id, valid at once.
    std::string store(std::string_view mime_type, std::string bytes);
    /// Bytes that wait for the disk.
    [[nodiscard]] std::uint64_t pending_bytes() const;
    /// Waits until all is on the disk.
    boost::asio::awaitable<void> settle();
    /// Why something could not be stored; empty when all could.
    [[nodiscard]] const std::string& failure() const { return failure_; }

private:
    void forget_stored();

    ArtifactStore& artifacts_;
    std::string principal_, session_;
    std::function<void()> on_progress_;
    std::deque<std::unique_ptr<ArtifactWriter>> writers_;  ///< those not yet seen to be over
    std::string failure_;
};

}  // namespace evald
