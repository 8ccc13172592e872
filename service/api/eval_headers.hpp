#pragma once

#include "base/error.hpp"
#include "http/request.hpp"
#include "http/response.hpp"
#include "sse/event_encoding.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace evald::service {

/// What the header fields of a POST /eval ask for.
struct EvalHeaders {
    std::optional<EventFormat> stream_format;  ///< by Accept; nothing: the result as JSON
    bool is_detached = false;                  ///< Prefer: respond-async
    std::string idempotency_key;               ///< empty: none
    std::string session;                       ///< X-Session-Id; empty: none

    [[nodiscard]] bool streams() const { return stream_format.has_value(); }
};

/// unsupported_media for another content type, not_implemented for an Accept that nothing here fits (406), else
/// invalid_request.
Result<EvalHeaders> read_eval_headers(const Request& request);
/// The answer to a failure of read_eval_headers().
Response eval_headers_problem(const Error& error, std::string_view request_id);

/// application/json, with any parameters but a charset other than UTF-8.
bool is_json_content(const Request& request);

}  // namespace evald::service
