#pragma once

#include "base/trace_context.hpp"
#include "http/request.hpp"

namespace evald::service {

/// What `traceparent` and `tracestate` of a request say. Empty where traceparent is missing, there twice or malformed,
/// as W3C Trace Context asks for; a tracestate that is longer than 512 characters or not printable is left out alone.
[[nodiscard]] TraceContext read_trace_context(const Request& request);

}  // namespace evald::service
