#pragma once

#include "base/trace_context.hpp"
#include "tools/tool_answer.hpp"
#include "tools/tool_spec.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace evald {

/// A call that is under way. Destroying it gives the call up: nothing more is heard of it.
class PendingCall {
public:
    PendingCall() = default;
    virtual ~PendingCall() = default;
    PendingCall(const PendingCall&) = delete;
    PendingCall& operator=(const PendingCall&) = delete;
};

/// The tools that the server itself answers. A seam: what calls them speaks HTTP, which this library does not know.
/// Loop thread; outlives the evaluator.
class ConfiguredTools {
public:
    using Done = std::function<void(ToolAnswer)>;

    virtual ~ConfiguredTools() = default;
    /// All of them, each name once. Does not change.
    [[nodiscard]] virtual const std::vector<ToolSpec>& specs() const = 0;
    /// Begins a call of one of them. `done` is called once, from the loop and never within this call, unless what is
    /// returned is destroyed first; it may destroy that. `trace`: of the run that asks.
    virtual std::unique_ptr<PendingCall> call(const ToolSpec& tool, std::string args_json, const TraceContext& trace,
                                              Done done) = 0;
};

}  // namespace evald
