#include "execution/run_event.hpp"

namespace evald {

std::string_view event_type_name(EventType type) {
    switch (type) {
        case EventType::run_queued: return "run.queued";
        case EventType::run_started: return "run.started";
        case EventType::cell_started: return "cell.started";
        case EventType::output: return "output";
        case EventType::display: return "display";
        case EventType::result: return "result";
        case EventType::status: return "status";
        case EventType::error: return "error";
        case EventType::tool_call: return "tool.call";
        case EventType::cell_finished: return "cell.finished";
        case EventType::run_finished: return "run.finished";
        case EventType::kernel: return "kernel";
        case EventType::gap: return "gap";
    }
    return "gap";
}

}  // namespace evald
