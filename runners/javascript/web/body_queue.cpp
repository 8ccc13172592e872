#include "web/body_queue.hpp"

#include <utility>

namespace evald::js {

bool BodyQueue::put(std::string_view bytes) {
    std::unique_lock lock(mutex_);
    has_room_.wait(lock, [this] { return is_abandoned_ || bytes_.size() < k_most; });
    if (is_abandoned_) {
        return false;
    }
    bytes_.append(bytes);
    tell(lock);
    return true;
}

void BodyQueue::end(std::string error, std::string code) {
    std::unique_lock lock(mutex_);
    is_ended_ = true;
    error_ = std::move(error);
    code_ = std::move(code);
    tell(lock);
}

void BodyQueue::tell(std::unique_lock<std::mutex>& lock) {
    const std::function<void()> when_more = std::exchange(when_more_, nullptr);
    lock.unlock();
    if (when_more) {
        when_more();
    }
}

std::optional<BodyQueue::Piece> BodyQueue::take(std::function<void()> when_more) {
    const std::lock_guard lock(mutex_);
    if (bytes_.empty() && !is_ended_) {
        when_more_ = std::move(when_more);
        return std::nullopt;
    }
    Piece piece;
    if (bytes_.empty()) {
        piece.is_end = true;
        piece.error = error_;
        piece.code = code_;
    }
    piece.bytes.swap(bytes_);
    has_room_.notify_one();
    return piece;
}

void BodyQueue::abandon() {
    const std::lock_guard lock(mutex_);
    is_abandoned_ = true;
    when_more_ = nullptr;
    bytes_ = std::string();
    has_room_.notify_one();
}

}  // namespace evald::js
