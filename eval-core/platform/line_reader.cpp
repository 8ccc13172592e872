#include "platform/line_reader.hpp"

#include <algorithm>
#include <cstring>

namespace evald {
namespace {

/// Room for a line of a chunk that is half read, and the next chunk.
constexpr std::size_t k_usual_capacity = 2 * LineReader::k_chunk;

}  // namespace

LineReader::LineReader(std::size_t max_line) : max_line_(max_line) {}

void LineReader::move_to(std::size_t capacity) {
    // Not value-initialised: tens of kilobytes would be written for nothing.
    std::unique_ptr<char[]> target(new char[capacity + k_padding]);
    if (end_ > begin_) std::memcpy(target.get(), buffer_.get() + begin_, end_ - begin_);
    buffer_ = std::move(target);
    capacity_ = capacity;
    scanned_ -= begin_;
    end_ -= begin_;
    begin_ = 0;
}

std::span<char> LineReader::prepare() {
    if (begin_ == end_) begin_ = scanned_ = end_ = 0;
    const std::size_t kept = end_ - begin_;
    if (kept == 0 && capacity_ != k_usual_capacity) {
        move_to(k_usual_capacity);
    } else if (capacity_ - end_ < k_chunk) {
        if (capacity_ - kept >= k_chunk) {
            std::memmove(buffer_.get(), buffer_.get() + begin_, kept);
            scanned_ -= begin_;
            end_ -= begin_;
            begin_ = 0;
        } else {
            const std::size_t ceiling = std::max(max_line_, kept) + k_chunk + 1;
            move_to(std::min(2 * capacity_, ceiling));
        }
    }
    return {buffer_.get() + end_, capacity_ - end_};
}

void LineReader::commit(std::size_t bytes) { end_ += bytes; }

std::optional<std::string_view> LineReader::next() {
    while (scanned_ < end_) {
        const char* const from = buffer_.get() + scanned_;
        const void* const found = std::memchr(from, '\n', end_ - scanned_);
        if (found == nullptr) {
            scanned_ = end_;
            if (is_skipping_ || end_ - begin_ > max_line_) {
                if (!is_skipping_) ++overlong_lines_;
                is_skipping_ = true;
                begin_ = end_;
            }
            return std::nullopt;
        }
        const char* const newline = static_cast<const char*>(found);
        std::string_view line(buffer_.get() + begin_, static_cast<std::size_t>(newline - (buffer_.get() + begin_)));
        begin_ = scanned_ = static_cast<std::size_t>(newline - buffer_.get()) + 1;
        if (is_skipping_) {
            is_skipping_ = false;
            continue;
        }
        if (line.size() > max_line_) {
            ++overlong_lines_;
            continue;
        }
        if (line.ends_with('\r')) line.remove_suffix(1);
        return line;
    }
    return std::nullopt;
}

}  // namespace evald
