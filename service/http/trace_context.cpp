#include "http/trace_context.hpp"

#include <algorithm>

namespace evald::service {
namespace {

constexpr std::size_t k_parent_length = 55;  // 00-32-16-2
constexpr std::size_t k_state_max = 512;

bool is_hex(std::string_view text) { return text.find_first_not_of("0123456789abcdef") == std::string_view::npos; }

bool is_id(std::string_view text) { return is_hex(text) && text.find_first_not_of('0') != std::string_view::npos; }

/// version-trace-parent-flags; later versions may have more behind.
bool is_trace_parent(std::string_view text) {
    if (text.size() < k_parent_length || text.size() > k_state_max) return false;
    const std::string_view version = text.substr(0, 2);
    if (!is_hex(version) || version == "ff") return false;
    if (text[2] != '-' || text[35] != '-' || text[52] != '-') return false;
    if (!is_id(text.substr(3, 32)) || !is_id(text.substr(36, 16)) || !is_hex(text.substr(53, 2))) return false;
    return text.size() == k_parent_length || (version != "00" && text[k_parent_length] == '-');
}

bool is_printable(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

}  // namespace

TraceContext read_trace_context(const Request& request) {
    TraceContext trace;
    const auto parent = request.field("traceparent");
    if (!parent || request.count("traceparent") != 1 || !is_trace_parent(*parent) || !is_printable(*parent))
        return trace;
    trace.parent = *parent;
    trace.state = request.joined("tracestate");
    if (trace.state.size() > k_state_max || !is_printable(trace.state)) trace.state.clear();
    return trace;
}

}  // namespace evald::service
