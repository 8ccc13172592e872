#include "http/http_error.hpp"

#include "base/json_writer.hpp"

#include <algorithm>
#include <array>

namespace evald::service {
namespace {

struct Entry {
    ErrorCode code;
    PublicError shown;
};

constexpr std::array<Entry, 12> k_errors{{
    {ErrorCode::invalid_request, {400, 1008, "The request is not valid."}},
    {ErrorCode::unauthenticated, {401, 1008, "A valid bearer token is needed."}},
    {ErrorCode::forbidden, {403, 1008, "This is not allowed."}},
    {ErrorCode::not_found, {404, 1008, "There is no such thing here."}},
    {ErrorCode::conflict, {409, 1008, "The state of the object does not allow this."}},
    {ErrorCode::payload_too_large, {413, 1009, "The body is larger than this server takes."}},
    {ErrorCode::unsupported_media, {415, 1003, "Send application/json."}},
    {ErrorCode::unprocessable, {422, 1008, "The request cannot be carried out."}},
    {ErrorCode::too_many_requests, {429, 1013, "Too many requests; come back later."}},
    {ErrorCode::unavailable, {503, 1012, "The service cannot take this now; come back later."}},
    {ErrorCode::not_implemented, {501, 1003, "This is not implemented."}},
    {ErrorCode::internal, {500, 1011, "Something went wrong inside the service.", false}},
}};

void add_retry_after(Response& response, int seconds) { response.add("Retry-After", std::to_string(seconds)); }

Response make_problem(int status, std::string body) {
    Response response(status);
    response.content_type = "application/problem+json";
    response.body = std::move(body);
    if (status == 401) response.add("WWW-Authenticate", R"(Bearer realm="evald")");
    return response;
}

}  // namespace

const PublicError& public_error(ErrorCode code) {
    for (const Entry& entry : k_errors)
        if (entry.code == code) return entry.shown;
    return k_errors.back().shown;
}

std::string problem_json(int status, std::string_view detail, const std::vector<FieldError>& fields,
                         std::string_view request_id) {
    std::string out;
    JsonWriter json(out);
    json.begin_object().member("type", "about:blank").member("title", status_phrase(status)).member("status", status);
    json.member("detail", detail);
    if (!fields.empty()) {
        json.key("errors").begin_array();
        for (const FieldError& field : fields)
            json.begin_object().member("pointer", field.pointer).member("message", field.message).end_object();
        json.end_array();
    }
    json.member("requestId", request_id).end_object();
    return out;
}

std::string problem_json(const Error& error, std::string_view request_id) {
    const PublicError& shown = public_error(error.code);
    const bool says_own = shown.shows_message && !error.message.empty();
    return problem_json(shown.status, says_own ? std::string_view(error.message) : shown.detail, error.fields,
                        request_id);
}

Response problem_response(int status, std::string_view detail, std::string_view request_id) {
    Response response = make_problem(status, problem_json(status, detail, {}, request_id));
    if (status == 429 || status == 503) add_retry_after(response, 1);
    return response;
}

Response problem_response(const Error& error, std::string_view request_id) {
    const int status = public_error(error.code).status;
    Response response = make_problem(status, problem_json(error, request_id));
    if (error.retry_after_s > 0 || status == 429 || status == 503)
        add_retry_after(response, std::max(1, error.retry_after_s));
    return response;
}

}  // namespace evald::service
