#pragma once

#include <boost/asio/buffer.hpp>
#include <cstddef>
#include <memory>
#include <string_view>

namespace evald::service {

/// Bytes of a connection that have come and have not been used yet, in one piece. Grows when asked to, shrinks when
/// idle.
class InputBuffer {
public:
    /// Room for at least `size` more bytes. Moves the content: views into it end.
    boost::asio::mutable_buffer prepare(std::size_t size);
    /// `bytes` have been put into what prepare() gave.
    void commit(std::size_t bytes) { end_ += bytes; }
    void consume(std::size_t bytes);
    /// Gives a large, now empty buffer back to the system.
    void trim();

    [[nodiscard]] std::string_view view() const { return {data_.get() + begin_, end_ - begin_}; }
    [[nodiscard]] std::size_t size() const { return end_ - begin_; }
    [[nodiscard]] bool empty() const { return begin_ == end_; }

private:
    std::unique_ptr<char[]> data_;
    std::size_t capacity_ = 0, begin_ = 0, end_ = 0;
};

}  // namespace evald::service
