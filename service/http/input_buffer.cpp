#include "http/input_buffer.hpp"

#include <algorithm>
#include <cstring>

namespace evald::service {
namespace {

constexpr std::size_t k_kept = 16U << 10U;

}  // namespace

boost::asio::mutable_buffer InputBuffer::prepare(std::size_t size) {
    const std::size_t held = end_ - begin_;
    if (capacity_ - end_ < size) {
        if (capacity_ - held >= size) {
            std::memmove(data_.get(), data_.get() + begin_, held);
        } else {
            const std::size_t larger = std::max(held + size, std::min(2 * capacity_, held + 2 * size));
            std::unique_ptr<char[]> fresh(new char[larger]);
            if (held > 0) std::memcpy(fresh.get(), data_.get() + begin_, held);
            data_ = std::move(fresh);
            capacity_ = larger;
        }
        begin_ = 0;
        end_ = held;
    }
    return {data_.get() + end_, capacity_ - end_};
}

void InputBuffer::consume(std::size_t bytes) {
    begin_ += bytes;
    if (begin_ == end_) begin_ = end_ = 0;
}

void InputBuffer::trim() {
    if (!empty() || capacity_ <= k_kept) return;
    data_.reset();
    capacity_ = 0;
}

}  // namespace evald::service
