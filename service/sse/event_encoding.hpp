#pragma once

#include "execution/run_event.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace evald::service {

enum class EventFormat : std::uint8_t { server_sent, ndjson };

std::string_view content_type_of(EventFormat format);

/// Appends one event. Server-sent: `id: epoch-seq` (not for a gap, which has no number) and `data:`; NDJSON: a line.
void append_event(std::string& out, EventFormat format, const RunEvent& event, std::string_view epoch);

/// What a browser sends when it connects again: "epoch-seq".
struct LastEventId {
    std::string epoch;
    std::uint64_t seq = 0;
};
std::optional<LastEventId> parse_last_event_id(std::string_view text);

}  // namespace evald::service
