#pragma once

#include "http/caller.hpp"
#include "http/request.hpp"
#include "middleware/failure_limiter.hpp"
#include "middleware/token_table.hpp"

#include <boost/asio/ip/address.hpp>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace evald::service {

enum class AuthOutcome : std::uint8_t {
    accepted,  ///< a good token, or authentication is off
    missing,   ///< none was given
    refused,   ///< one was given that is no good
    throttled  ///< as refused, and this address has failed too often
};

struct Authentication {
    AuthOutcome outcome = AuthOutcome::missing;
    Caller caller;
};

/// Finds out who sent a request, by `Authorization: Bearer …` or, for a WebSocket, a subprotocol `bearer.<base64url>`.
/// Loop thread.
class Authenticator {
public:
    /// `enabled` false: everybody is the principal `local` with all scopes.
    Authenticator(bool enabled, TokenTable tokens, int failures_per_minute);

    Authentication check(const Request& request, const boost::asio::ip::address& peer,
                         std::chrono::steady_clock::time_point now);
    [[nodiscard]] std::uint64_t failures() const { return failures_; }
    [[nodiscard]] std::uint64_t throttled() const { return throttled_; }

private:
    bool enabled_;
    TokenTable tokens_;
    FailureLimiter limiter_;
    std::uint64_t failures_ = 0, throttled_ = 0;
};

/// The token in a request's credentials: exactly one, in exactly one place, with nothing around it.
struct Credentials {
    bool given = false;  ///< something was there, good or bad
    std::string token;   ///< empty: malformed or absent
};
Credentials credentials_of(const Request& request);

}  // namespace evald::service
