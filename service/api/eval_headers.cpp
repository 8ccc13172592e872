#include "api/eval_headers.hpp"

#include "http/accept_header.hpp"
#include "http/http_error.hpp"

#include <algorithm>
#include <array>

namespace evald::service {
namespace {

constexpr std::array<std::string_view, 3> k_offers{"application/json", "application/x-ndjson", "text/event-stream"};
constexpr std::size_t k_key_length = 255;

Error make_error(ErrorCode code, std::string message) {
    Error error;
    error.code = code;
    error.message = std::move(message);
    return error;
}

bool is_printable(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

/// RFC 7240: a list of preferences, each a token with parameters.
bool prefers(std::string_view list, std::string_view preference) {
    while (!list.empty()) {
        const std::string_view item = list.substr(0, list.find(','));
        list.remove_prefix(std::min(list.size(), item.size() + 1));
        if (equals_ignoring_case(trimmed(item.substr(0, item.find(';'))), preference)) return true;
    }
    return false;
}

}  // namespace

bool is_json_content(const Request& request) {
    if (request.count("Content-Type") != 1) return false;
    std::string_view rest = *request.field("Content-Type");
    const std::string_view type = trimmed(rest.substr(0, rest.find(';')));
    if (!equals_ignoring_case(type, "application/json")) return false;
    while (rest.find(';') != std::string_view::npos) {
        rest = rest.substr(rest.find(';') + 1);
        const std::string_view parameter = trimmed(rest.substr(0, rest.find(';')));
        const auto equals = parameter.find('=');
        if (equals == std::string_view::npos || !equals_ignoring_case(parameter.substr(0, equals), "charset")) continue;
        std::string_view charset = parameter.substr(equals + 1);
        if (charset.size() > 1 && charset.front() == '"' && charset.back() == '"')
            charset = charset.substr(1, charset.size() - 2);
        if (!equals_ignoring_case(charset, "utf-8") && !equals_ignoring_case(charset, "us-ascii")) return false;
    }
    return true;
}

Result<EvalHeaders> read_eval_headers(const Request& request) {
    EvalHeaders headers;
    if (!is_json_content(request)) return make_error(ErrorCode::unsupported_media, "");
    const auto chosen = preferred_media_type(request.joined("Accept"), k_offers);
    if (!chosen)
        return make_error(ErrorCode::not_implemented,
                          "There are application/json, application/x-ndjson and text/event-stream.");
    if (*chosen == content_type_of(EventFormat::server_sent)) headers.stream_format = EventFormat::server_sent;
    if (*chosen == content_type_of(EventFormat::ndjson)) headers.stream_format = EventFormat::ndjson;
    headers.is_detached = prefers(request.joined("Prefer"), "respond-async");
    if (request.count("Idempotency-Key") > 0) {
        headers.idempotency_key = *request.field("Idempotency-Key");
        const bool is_good = !headers.idempotency_key.empty() && headers.idempotency_key.size() <= k_key_length &&
                             is_printable(headers.idempotency_key) && request.count("Idempotency-Key") == 1;
        if (!is_good)
            return make_error(ErrorCode::invalid_request,
                              "Idempotency-Key must be 1 to 255 printable ASCII characters, once.");
    }
    if (request.count("X-Session-Id") > 1)
        return make_error(ErrorCode::invalid_request, "X-Session-Id stands there twice.");
    headers.session = request.field("X-Session-Id").value_or("");
    if (request.count("X-Session-Id") == 1 && headers.session.empty())
        return make_error(ErrorCode::invalid_request, "X-Session-Id is empty.");
    return headers;
}

Response eval_headers_problem(const Error& error, std::string_view request_id) {
    if (error.code == ErrorCode::not_implemented) return problem_response(406, error.message, request_id);
    return problem_response(error, request_id);
}

}  // namespace evald::service
