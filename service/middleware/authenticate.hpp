#pragma once

#include "http/caller.hpp"
#include "http/request.hpp"
#include "middleware/failure_limiter.hpp"
#include "middleware/login_table.hpp"
#include "middleware/token_table.hpp"

#include <boost/asio/ip/address.hpp>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
    std::string csrf_token;  ///< not empty: it was the page's cookie, and what changes something must repeat this
};

/// The page's cookie, which no script can read.
inline constexpr std::string_view k_login_cookie = "evald_session";

/// Finds out who sent a request, by `Authorization: Bearer …`, for a WebSocket a subprotocol `bearer.<base64url>`, or the
/// page's cookie. A token goes before the cookie. A cookie that is no good is as good as none: it may have been good once,
/// and nobody can guess one, so it does not count as a failure. Loop thread.
class Authenticator {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    /// `enabled` false: everybody is the principal `local` with all scopes.
    Authenticator(bool enabled, TokenTable tokens, int failures_per_minute, LoginTable logins);

    /// From the next request on other tokens count, and logins that were made with the old ones are over. Connections
    /// that are open stay.
    void replace_tokens(TokenTable tokens);
    /// What a caller may do whom a certificate names, and no token.
    void set_certified_scopes(const std::vector<std::string>& scopes) { certified_scopes_ = scope_bits(scopes); }
    [[nodiscard]] Caller certified_caller(std::string_view name) const;

    Authentication check(const Request& request, const boost::asio::ip::address& peer, TimePoint now);
    /// Whose token this is; a bad one counts against the peer.
    Authentication check_token(std::string_view token, const boost::asio::ip::address& peer, TimePoint now);
    [[nodiscard]] LoginTable& logins() { return logins_; }
    [[nodiscard]] std::uint64_t failures() const { return failures_; }
    [[nodiscard]] std::uint64_t throttled() const { return throttled_; }

private:
    Authentication check_cookie(const Request& request, TimePoint now);

    bool enabled_;
    TokenTable tokens_;
    LoginTable logins_;
    FailureLimiter limiter_;
    std::uint8_t certified_scopes_ = 0;
    std::uint64_t failures_ = 0, throttled_ = 0;
};

/// The token in a request's credentials: exactly one, in exactly one place, with nothing around it.
struct Credentials {
    bool given = false;  ///< something was there, good or bad
    std::string token;   ///< empty: malformed or absent
};
Credentials credentials_of(const Request& request);

}  // namespace evald::service
