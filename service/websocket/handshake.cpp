#include "websocket/handshake.hpp"

#include "http/http_error.hpp"
#include "http/target.hpp"
#include "session/evaluator.hpp"

namespace evald::service {
namespace {

bool lists(std::string_view list, std::string_view token) {
    while (!list.empty()) {
        const std::string_view item = list.substr(0, list.find(','));
        list.remove_prefix(std::min(list.size(), item.size() + 1));
        if (equals_ignoring_case(trimmed(item), token)) return true;
    }
    return false;
}

/// 16 bytes in base64.
bool is_key(std::string_view key) {
    constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return key.size() == 24 && key.ends_with("==") &&
           key.substr(0, 22).find_first_not_of(alphabet) == std::string_view::npos;
}

}  // namespace

std::optional<Response> refuse_handshake(const Request& request, std::string_view request_id) {
    const bool is_upgrade = request.wants_upgrade() && lists(request.joined("Upgrade"), "websocket");
    const bool is_version = request.field("Sec-WebSocket-Version").value_or("") == "13";
    if (!is_upgrade || !is_version) {
        Response response = problem_response(426, "This path speaks WebSocket, version 13.", request_id);
        response.add("Upgrade", "websocket").add("Connection", "Upgrade").add("Sec-WebSocket-Version", "13");
        return response;
    }
    if (request.version() < 11 || request.has_body() || request.count("Sec-WebSocket-Key") != 1 ||
        !is_key(*request.field("Sec-WebSocket-Key")))
        return problem_response(400, "The WebSocket handshake is malformed.", request_id);
    return std::nullopt;
}

std::string_view chosen_subprotocol(const Request& request) {
    return lists(request.joined("Sec-WebSocket-Protocol"), k_subprotocol) ? k_subprotocol : std::string_view();
}

Result<std::string> session_of_handshake(const Request& request) {
    const std::string named = query_value(request.query(), "session").value_or("");
    const std::string_view given = request.field("X-Session-Id").value_or("");
    Error error;
    error.code = ErrorCode::invalid_request;
    if (!named.empty() && !given.empty() && named != given) {
        error.message = "The session of the query and X-Session-Id differ; give one of the two.";
        return error;
    }
    const std::string session = named.empty() ? std::string(given) : named;
    if (session.empty() || is_session_id(session)) return session;
    error.message = "A session id is 1 to 128 of A-Z a-z 0-9 . _ - and neither . nor ..";
    return error;
}

}  // namespace evald::service
