#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace evald {

enum class EventType : std::uint8_t {
    run_queued, run_started, cell_started, output, display, result, status, error, tool_call, cell_finished,
    run_finished, kernel, gap
};

/// "run.queued", "output", …
std::string_view event_type_name(EventType type);

/// One event, encoded once: `json` is the whole object, `"type"` first.
struct RunEvent {
    EventType type = EventType::output;
    std::uint64_t seq = 0;         ///< 0 for a gap
    std::uint64_t gap_from = 0, gap_to = 0;
    std::string run;               ///< empty: of the session
    std::string json;
};

using EventPtr = std::shared_ptr<const RunEvent>;

}  // namespace evald
