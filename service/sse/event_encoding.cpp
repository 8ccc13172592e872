#include "sse/event_encoding.hpp"

#include <charconv>

namespace evald::service {

std::string_view content_type_of(EventFormat format) {
    return format == EventFormat::server_sent ? "text/event-stream" : "application/x-ndjson";
}

void append_event(std::string& out, EventFormat format, const RunEvent& event, std::string_view epoch) {
    if (format == EventFormat::ndjson) {
        out.append(event.json).append("\n");
        return;
    }
    if (event.seq != 0) out.append("id: ").append(epoch).append("-").append(std::to_string(event.seq)).append("\n");
    // JSON text has no line ends of its own.
    out.append("data: ").append(event.json).append("\n\n");
}

std::optional<LastEventId> parse_last_event_id(std::string_view text) {
    const auto dash = text.rfind('-');
    if (dash == std::string_view::npos || dash == 0) return std::nullopt;
    LastEventId id;
    const std::string_view digits = text.substr(dash + 1);
    const auto [last, error] = std::from_chars(digits.data(), digits.data() + digits.size(), id.seq);
    if (error != std::errc() || last != digits.data() + digits.size()) return std::nullopt;
    id.epoch = text.substr(0, dash);
    return id;
}

}  // namespace evald::service
