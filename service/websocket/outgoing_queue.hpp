#pragma once

#include "http/byte_stream.hpp"

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <string_view>

namespace evald::service {

/// Bytes on their way out, in order. Small ones are gathered into larger pieces; large ones that somebody shares are
/// kept as they are, without a copy. What an unfinished write looks at (pieces()) stays where it is until consume().
class OutgoingQueue {
public:
    /// Copied.
    void append(std::string_view bytes);
    /// Kept alive by `owner`.
    void append_shared(std::shared_ptr<const void> owner, std::string_view bytes);

    /// The front of the queue for one write. Nothing that is appended afterwards moves it.
    Pieces pieces();
    /// The first `bytes` have been written.
    void consume(std::size_t bytes);

    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    [[nodiscard]] bool empty() const { return segments_.empty(); }
    void clear();

private:
    struct Segment {
        std::string own;
        std::shared_ptr<const void> owner;  ///< null: `own` holds the bytes
        std::string_view shared;
        [[nodiscard]] std::string_view view() const { return owner ? shared : std::string_view(own); }
    };

    std::deque<Segment> segments_;
    std::string spare_;  ///< the memory of a piece that has been sent, for the next one
    std::size_t bytes_ = 0;
    std::size_t done_ = 0;    ///< of the first segment
    std::size_t pinned_ = 0;  ///< segments that an unfinished write looks at
};

}  // namespace evald::service
