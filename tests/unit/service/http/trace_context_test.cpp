#include "http/trace_context.hpp"

#include "unit/service/http/parsed_request.hpp"

#include <doctest/doctest.h>
#include <string>

using namespace evald;
using namespace evald::service;
using namespace evald::service::test;

namespace {

const std::string k_ids = "0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331";
const std::string k_parent = "00-" + k_ids + "-01";

TraceContext trace_of(const std::string& parent, const std::string& lines = "") {
    return read_trace_context(*get_request("/", "traceparent: " + parent + "\r\n" + lines));
}

}  // namespace

TEST_CASE("a traceparent is taken as it came, with its tracestate") {
    const TraceContext trace = trace_of(k_parent, "tracestate: a=1\r\nTraceState: b=2\r\n");
    CHECK(trace.parent == k_parent);
    CHECK(trace.state == "a=1, b=2");
    CHECK(trace.trace_id() == "0af7651916cd43dd8448eb211c80319c");
}

TEST_CASE("a later version may have more behind what is known") {
    CHECK(trace_of("cc-" + k_ids + "-01-what-comes").trace_id() == "0af7651916cd43dd8448eb211c80319c");
    CHECK(trace_of("cc-" + k_ids + "-01.what").parent.empty());
    CHECK(trace_of(k_parent + "-what-comes").parent.empty());
}

TEST_CASE("what is no traceparent is none, and takes its tracestate along") {
    CHECK(read_trace_context(*get_request("/", "tracestate: a=1\r\n")).state.empty());
    for (const std::string& bad :
         {std::string(), std::string("x"), "ff-" + k_ids + "-01", "0x-" + k_ids + "-01", "00-" + k_ids + "-0G",
          "00-" + k_ids, "00_" + k_ids + "-01", std::string("00-0AF7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
          std::string("00-00000000000000000000000000000000-b7ad6b7169203331-01"),
          std::string("00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01")}) {
        CAPTURE(bad);
        const TraceContext trace = trace_of(bad, "tracestate: a=1\r\n");
        CHECK(trace.parent.empty());
        CHECK(trace.state.empty());
        CHECK(trace.trace_id().empty());
    }
    CHECK(trace_of(k_parent, "traceparent: " + k_parent + "\r\n").parent.empty());
}

TEST_CASE("a tracestate that is too long is left out alone") {
    const TraceContext trace = trace_of(k_parent, "tracestate: a=" + std::string(600, 'x') + "\r\n");
    CHECK(trace.parent == k_parent);
    CHECK(trace.state.empty());
}
