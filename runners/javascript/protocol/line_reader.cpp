#include "protocol/line_reader.hpp"

namespace evald::js {

void LineReader::feed(std::string_view bytes) {
    constexpr std::size_t k_kept_capacity = 1 << 20;
    if (begin_ > 0) {
        buffer_.erase(0, begin_);
        scanned_ -= begin_;
        begin_ = 0;
        if (buffer_.empty() && buffer_.capacity() > k_kept_capacity) {
            buffer_.shrink_to_fit();  // one huge request should not stay in memory
        }
    }
    buffer_.append(bytes);
}

std::optional<std::string_view> LineReader::next() {
    for (;;) {
        const std::size_t end = buffer_.find('\n', scanned_);
        if (end == std::string::npos) {
            scanned_ = buffer_.size();
            if (skipping_ || buffer_.size() - begin_ > max_line_) {
                skipping_ = true;
                buffer_.clear();
                begin_ = scanned_ = 0;
            }
            return std::nullopt;
        }
        const std::string_view line = std::string_view(buffer_).substr(begin_, end - begin_);
        begin_ = scanned_ = end + 1;
        if (skipping_ || line.size() > max_line_) {
            skipping_ = false;
            ++dropped_;
            continue;
        }
        return line;
    }
}

}  // namespace evald::js
