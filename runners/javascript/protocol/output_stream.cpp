#include "protocol/output_stream.hpp"

#include "protocol/json_text.hpp"
#include "protocol/text_encoding.hpp"

namespace evald::js {

namespace {
constexpr std::size_t k_send_from = 16 << 10;
constexpr std::size_t k_chunk = 32 << 10;
constexpr std::chrono::milliseconds k_max_delay{10};
}  // namespace

void OutputStream::write(Stream stream, const CellId& cell, std::string_view text) {
    if (text.empty()) {
        return;
    }
    if (!pending_.empty() && (stream != stream_ || cell != cell_)) {
        flush();
    }
    stream_ = stream;
    cell_ = cell;
    const Clock::time_point now = Clock::now();
    if (pending_.empty()) {
        pending_since_ = now;
    }
    append_split(text, now);
    if (!pending_.empty() &&
        (pending_.size() >= k_send_from || now - last_sent_ >= k_max_delay || now - pending_since_ >= k_max_delay)) {
        send_pending(now);
        writer_.flush();
    }
}

void OutputStream::append_split(std::string_view text, Clock::time_point now) {
    while (text.size() > k_chunk) {
        const std::size_t length = character_boundary(text, k_chunk);
        append_json_escaped(pending_, text.substr(0, length));
        text.remove_prefix(length);
        send_pending(now);
    }
    append_json_escaped(pending_, text);
}

void OutputStream::hand_over() {
    if (!pending_.empty()) {
        send_pending(Clock::now());
    }
}

void OutputStream::flush() {
    hand_over();
    writer_.flush();
}

void OutputStream::flush_if_due() {
    if (!pending_.empty() && Clock::now() - pending_since_ >= k_max_delay) {
        flush();
    }
}

void OutputStream::send_pending(Clock::time_point now) {
    std::string frame = stream_ == Stream::standard_output ? R"({"type":"stdout","id":)" : R"({"type":"stderr","id":)";
    frame.reserve(pending_.size() + 128);
    append_json_string(frame, cell_ ? std::string_view(*cell_) : std::string_view());
    frame += R"(,"data":")";
    frame += pending_;
    frame += R"("})";
    pending_.clear();
    last_sent_ = now;
    writer_.append(frame);
}

}  // namespace evald::js
