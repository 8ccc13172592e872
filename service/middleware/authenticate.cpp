#include "middleware/authenticate.hpp"

#include "http/cookies.hpp"
#include "middleware/base64url.hpp"

#include <utility>

namespace evald::service {
namespace {

constexpr std::string_view k_bearer_protocol = "bearer.";

/// RFC 6750 2.1: the characters of a token.
bool is_token68(std::string_view text) {
    while (text.ends_with('=')) text.remove_suffix(1);
    constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~+/";
    return !text.empty() && text.find_first_not_of(allowed) == std::string_view::npos;
}

void read_authorization(const Request& request, Credentials& found) {
    const std::size_t count = request.count("Authorization");
    if (count == 0) return;
    found.given = true;
    const std::string_view value = *request.field("Authorization");
    const auto space = value.find(' ');
    if (count > 1 || space == std::string_view::npos || !equals_ignoring_case(value.substr(0, space), "Bearer")) return;
    const std::string_view token = trimmed(value.substr(space));
    if (is_token68(token)) found.token = token;
}

/// A browser's WebSocket cannot set Authorization, so the token comes as a subprotocol.
void read_subprotocols(const Request& request, Credentials& found) {
    const std::string all = request.joined("Sec-WebSocket-Protocol");
    std::string_view rest = all;
    while (!rest.empty()) {
        const std::string_view item = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(rest.size(), item.size() + 1));
        const std::string_view protocol = trimmed(item);
        if (!protocol.starts_with(k_bearer_protocol)) continue;
        const bool is_second = found.given;
        found.given = true;
        found.token.clear();
        if (is_second) return;
        const auto token = base64url_decoded(protocol.substr(k_bearer_protocol.size()));
        if (token && is_token68(*token)) found.token = *token;
    }
}

}  // namespace

Credentials credentials_of(const Request& request) {
    Credentials found;
    read_authorization(request, found);
    if (request.wants_upgrade()) read_subprotocols(request, found);
    return found;
}

Authenticator::Authenticator(bool enabled, TokenTable tokens, int failures_per_minute, LoginTable logins)
    : enabled_(enabled), tokens_(std::move(tokens)), logins_(std::move(logins)), limiter_(failures_per_minute) {}

void Authenticator::replace_tokens(TokenTable tokens) {
    tokens_ = std::move(tokens);
    logins_.close_all();
}

Caller Authenticator::certified_caller(std::string_view name) const {
    Caller caller;
    caller.principal = name;
    caller.scopes = certified_scopes_;
    return caller;
}

Authentication Authenticator::check(const Request& request, const boost::asio::ip::address& peer, TimePoint now) {
    if (!enabled_) return check_token("", peer, now);
    const Credentials credentials = credentials_of(request);
    return credentials.given ? check_token(credentials.token, peer, now) : check_cookie(request, now);
}

Authentication Authenticator::check_cookie(const Request& request, TimePoint now) {
    Authentication result;
    const std::string cookie = cookie_value(request, k_login_cookie);
    const LoginTable::Login* const login = cookie.empty() ? nullptr : logins_.find(cookie, now);
    if (login == nullptr) return result;
    result.outcome = AuthOutcome::accepted;
    result.caller = login->caller;
    result.csrf_token = login->csrf_token;
    return result;
}

Authentication Authenticator::check_token(std::string_view token, const boost::asio::ip::address& peer, TimePoint now) {
    Authentication result;
    if (!enabled_) {
        constexpr auto all = static_cast<std::uint8_t>(0xF);
        result.outcome = AuthOutcome::accepted;
        result.caller.principal = "local";
        result.caller.scopes = all;
        return result;
    }
    if (!token.empty()) {
        if (auto caller = tokens_.find(token)) {
            result.outcome = AuthOutcome::accepted;
            result.caller = std::move(*caller);
            return result;
        }
    }
    ++failures_;
    const bool is_over = limiter_.note_failure(peer, now);
    if (is_over) ++throttled_;
    result.outcome = is_over ? AuthOutcome::throttled : AuthOutcome::refused;
    return result;
}

}  // namespace evald::service
