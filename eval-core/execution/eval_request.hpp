#pragma once

#include "base/trace_context.hpp"
#include "kernel/language.hpp"
#include "tools/tool_spec.hpp"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace evald {

struct CellSpec {
    Language language = Language::python;
    std::string title;
    std::string code;
    std::chrono::milliseconds timeout{30'000};  ///< already clamped to limits.cell_timeout_max
    bool reset = false;
};

/// One call: an ordered list of cells for a session. Strings are valid UTF-8; the limits of limits.* have been checked.
struct EvalRequest {
    std::string session;  ///< empty: a new id is made
    std::vector<CellSpec> cells;
    std::string cwd;                                       ///< relative to the workspace or absolute; empty: unchanged
    std::vector<std::pair<std::string, std::string>> env;  ///< holds for this run
    std::vector<ToolSpec> tools;                           ///< that the caller offers
    bool create = true;                                    ///< false: an unknown session is not_found
    bool detach = false;                                   ///< the run outlives its caller
    std::string request_id;                                ///< of the call, for the log
    TraceContext trace;                                    ///< for the log and for the tools that are called
};

}  // namespace evald
