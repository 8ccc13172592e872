#include "websocket/outgoing_queue.hpp"

#include <algorithm>
#include <utility>

namespace evald::service {
namespace {

/// How large a gathered piece may become.
constexpr std::size_t k_gathered = 64U << 10U;

}  // namespace

void OutgoingQueue::append(std::string_view bytes) {
    const bool can_gather =
        segments_.size() > pinned_ && !segments_.back().owner && segments_.back().own.size() < k_gathered;
    if (!can_gather) segments_.emplace_back().own = std::exchange(spare_, {});
    segments_.back().own += bytes;
    bytes_ += bytes.size();
}

void OutgoingQueue::append_shared(std::shared_ptr<const void> owner, std::string_view bytes) {
    Segment segment;
    segment.owner = std::move(owner);
    segment.shared = bytes;
    segments_.push_back(std::move(segment));
    bytes_ += bytes.size();
}

Pieces OutgoingQueue::pieces() {
    Pieces pieces;
    std::size_t skip = done_;
    pinned_ = 0;
    for (const Segment& segment : segments_) {
        if (pieces.full()) break;
        pieces.add(segment.view().substr(skip));
        skip = 0;
        ++pinned_;
    }
    return pieces;
}

void OutgoingQueue::consume(std::size_t bytes) {
    pinned_ = 0;
    bytes_ -= bytes;
    done_ += bytes;
    while (!segments_.empty() && done_ >= segments_.front().view().size()) {
        done_ -= segments_.front().view().size();
        spare_ = std::move(segments_.front().own);
        spare_.clear();
        segments_.pop_front();
    }
}

void OutgoingQueue::clear() {
    segments_.clear();
    spare_.clear();
    spare_.shrink_to_fit();
    bytes_ = done_ = pinned_ = 0;
}

}  // namespace evald::service
