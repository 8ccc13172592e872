#pragma once

#include "base/error.hpp"
#include "config/config.hpp"
#include "execution/eval_request.hpp"

#include <simdjson.h>
#include <string_view>

namespace evald::service {

/// What the way that a request came says beside its body.
struct EvalBodyRules {
    const Config::Limits& limits;
    /// The session of an X-Session-Id field or of the connection; empty: none. Where a body names another, that wins or
    /// is a fault.
    std::string_view given_session;
    bool session_must_agree = true;  ///< false: the body's own session wins
    bool can_answer_tools = false;   ///< a stream or a WebSocket: somebody can answer calls
    bool is_detached = false;        ///< asked for by `Prefer: respond-async`
    bool is_message = false;         ///< a WebSocket message: `type` and `id` stand beside the rest
};

/// Reads the body of POST /eval. All faults at once, each with its pointer.
Result<EvalRequest> read_eval_body(std::string_view body, const EvalBodyRules& rules);
/// The same, of an object that has been parsed: a WebSocket's `eval` message.
Result<EvalRequest> read_eval_object(simdjson::dom::element root, const EvalBodyRules& rules);

}  // namespace evald::service
