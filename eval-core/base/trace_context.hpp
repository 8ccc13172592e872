#pragma once

#include <string>
#include <string_view>

namespace evald {

/// Where a call stands in its caller's trace (W3C Trace Context). Handed on as it came: this service reports no spans
/// of its own, so the caller's stays the parent of what is called on its behalf.
struct TraceContext {
    std::string parent;  ///< traceparent, checked; empty: there is none
    std::string state;   ///< tracestate

    [[nodiscard]] std::string_view trace_id() const {
        return std::string_view(parent).substr(parent.empty() ? 0 : 3, 32);
    }
};

}  // namespace evald
