#pragma once

#include <boost/system/result.hpp>
#include <string>
#include <vector>

namespace evald {

/// What went wrong, independent of any protocol. service/http/http_error maps each to a status and a public text.
enum class ErrorCode {
    invalid_request,      ///< the caller's input breaks a rule; `fields` says which
    unauthenticated,      ///< no or a bad credential
    forbidden,            ///< a good credential without the right
    not_found,            ///< not there, or not the caller's
    conflict,             ///< the object is in a state that does not allow it
    payload_too_large,    ///< over a size limit
    unsupported_media,    ///< a content type that is not taken
    unprocessable,        ///< well formed, but cannot be carried out (a disabled backend, a reused key)
    too_many_requests,    ///< a queue or a rate is full; `retry_after_s` says when to come back
    unavailable,          ///< draining, or no kernel came free
    not_implemented,      ///< the method or feature is not known
    internal              ///< our fault; the message never leaves the process
};

/// One fault in a request: a JSON pointer (RFC 6901) to the place and what to do about it.
struct FieldError {
    std::string pointer;
    std::string message;
};

struct Error {
    ErrorCode code = ErrorCode::internal;
    std::string message;
    std::vector<FieldError> fields{};
    int retry_after_s = 0;
};

/// Expected failures are values. Exceptions mean a bug or a failed start.
template <class T>
using Result = boost::system::result<T, Error>;

/// Found by argument-dependent lookup when `.value()` is called on a failed Result.
[[noreturn]] void throw_exception_from_error(const Error& error, const boost::source_location& where);

}  // namespace evald
