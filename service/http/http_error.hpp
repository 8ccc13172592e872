#pragma once

#include "base/error.hpp"
#include "http/response.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace evald::service {

/// How an ErrorCode shows outside: the one table.
struct PublicError {
    int status = 500;
    std::uint16_t close_code = 1011;  ///< of a WebSocket that ends because of it (RFC 6455 7.4)
    std::string_view detail;          ///< when the error's own message must not leave, or is empty
    bool shows_message = true;        ///< false: the message stays inside
};

const PublicError& public_error(ErrorCode code);

/// The problem object of RFC 9457: {type, title, status, detail, errors?, requestId}.
/// `detail` and field texts must be valid UTF-8.
std::string problem_json(int status, std::string_view detail, const std::vector<FieldError>& fields,
                         std::string_view request_id);
std::string problem_json(const Error& error, std::string_view request_id);

/// An application/problem+json answer; with Retry-After and WWW-Authenticate where the status asks for them.
Response problem_response(int status, std::string_view detail, std::string_view request_id);
Response problem_response(const Error& error, std::string_view request_id);

}  // namespace evald::service
