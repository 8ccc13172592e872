#include "api/artifacts_api.hpp"

#include "api/responses.hpp"
#include "http/http_date.hpp"
#include "http/http_error.hpp"
#include "http/range_header.hpp"
#include "http/target.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace evald::service {
namespace {

constexpr std::size_t k_piece = 256U << 10U;
/// Nothing that a cell printed can run in our origin, or be framed by a page of it.
constexpr std::string_view k_policy = "sandbox; default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'";

struct KnownType {
    std::string_view mime_type, extension;
    bool is_inline;
};
constexpr std::array<KnownType, 9> k_known{{{"text/plain", ".txt", true},
                                            {"application/json", ".json", true},
                                            {"image/png", ".png", true},
                                            {"image/jpeg", ".jpg", true},
                                            {"image/gif", ".gif", true},
                                            {"image/webp", ".webp", true},
                                            {"image/svg+xml", ".svg", false},
                                            {"text/html", ".html", false},
                                            {"text/markdown", ".md", false}}};

std::string_view bare_type(std::string_view mime_type) { return trimmed(mime_type.substr(0, mime_type.find(';'))); }

const KnownType* known_type(std::string_view mime_type) {
    const auto* const found = std::ranges::find(k_known, bare_type(mime_type), &KnownType::mime_type);
    return found == k_known.end() ? nullptr : found;
}

/// A type comes from a kernel: it must not break out of its header line.
bool is_media_type(std::string_view text) {
    constexpr std::string_view others = "!#$&^_.+-/;= ";
    return !text.empty() && text.size() <= 200 && text.find('/') != std::string_view::npos &&
           std::ranges::all_of(text, [others](char c) {
               return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                      others.find(c) != std::string_view::npos;
           });
}

Response artifact_head(const Artifact& artifact, const std::string& etag) {
    Response head(200);
    head.content_type = served_type(artifact.mime_type);
    head.cacheable = true;
    head.add("Cache-Control", "private, no-cache").add("ETag", etag).add("Accept-Ranges", "bytes");
    head.add("Last-Modified", http_date(artifact.created_ms / 1000));
    head.add("Content-Disposition", disposition_of(artifact));
    head.add("Content-Security-Policy", k_policy).add("Cross-Origin-Resource-Policy", "same-origin");
    return head;
}

RangeChoice range_of(const Request& request, const Artifact& artifact, const std::string& etag) {
    RangeChoice whole;
    whole.length = artifact.bytes;
    const auto range = request.field("Range");
    if (!range || request.method() != Method::get) return whole;
    // A strong comparison: a date, or a weak tag, does not hold for parts.
    const auto condition = request.field("If-Range");
    if (condition && trimmed(*condition) != etag) return whole;
    const RangeChoice choice = choose_range(*range, artifact.bytes);
    return choice.kind == RangeChoice::Kind::whole ? whole : choice;
}

boost::asio::awaitable<void> send_bytes(Exchange& exchange, ArtifactReader& reader, std::uint64_t first,
                                        std::uint64_t length) {
    while (length > 0) {
        const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(length, k_piece));
        const Result<std::string> piece = co_await reader.read(first, size);
        // The length has been promised: all that can be done is to break off.
        if (!piece || piece->empty()) {
            exchange.break_off();
            co_return;
        }
        const bool is_sent = co_await exchange.send(*piece);
        if (!is_sent) co_return;
        first += piece->size();
        length -= piece->size();
    }
}

Response not_satisfiable(const Exchange& exchange, const Artifact& artifact) {
    Response response = problem_response(416, "No byte of it lies in that range.", exchange.request_id);
    response.add("Content-Range", "bytes */" + std::to_string(artifact.bytes));
    return response;
}

/// An answer that needs no bytes of the artifact, if there is one.
std::optional<Response> answer_without_bytes(const Exchange& exchange, const Artifact& artifact,
                                             const std::string& etag, const RangeChoice& range) {
    if (matches_etag(exchange.request().joined("If-None-Match"), etag)) {
        Response unchanged(304);
        unchanged.cacheable = true;
        unchanged.add("ETag", etag).add("Cache-Control", "private, no-cache");
        return unchanged;
    }
    if (range.kind == RangeChoice::Kind::unsatisfiable) return not_satisfiable(exchange, artifact);
    return std::nullopt;
}

}  // namespace

std::string served_type(std::string_view mime_type) {
    if (!is_media_type(mime_type)) return "application/octet-stream";
    std::string type(mime_type);
    if (type.starts_with("text/") && type.find("charset") == std::string::npos) type += "; charset=utf-8";
    return type;
}

std::string disposition_of(const Artifact& artifact) {
    const KnownType* const known = known_type(artifact.mime_type);
    const bool is_inline = known != nullptr && known->is_inline;
    std::string text = is_inline ? "inline" : "attachment";
    text.append("; filename=\"").append(artifact.id).append(known != nullptr ? known->extension : ".bin").append("\"");
    return text;
}

boost::asio::awaitable<void> get_artifact(Exchange& exchange, Services& services) {
    auto opened = co_await services.evaluator.artifacts().open(exchange.caller.principal, exchange.parameters[0]);
    if (!opened) {
        co_await exchange.respond(problem_response(opened.error(), exchange.request_id));
        co_return;
    }
    const std::unique_ptr<ArtifactReader> reader = std::move(*opened);
    const Artifact& artifact = reader->artifact();
    const std::string etag = "\"" + artifact.id + "\"";
    const RangeChoice range = range_of(exchange.request(), artifact, etag);
    std::optional<Response> short_answer = answer_without_bytes(exchange, artifact, etag, range);
    if (short_answer) {
        co_await exchange.respond(std::move(*short_answer));
        co_return;
    }
    Response head = artifact_head(artifact, etag);
    if (range.kind == RangeChoice::Kind::part) {
        head.status = 206;
        head.add("Content-Range", "bytes " + std::to_string(range.first) + "-" +
                                      std::to_string(range.first + range.length - 1) + "/" +
                                      std::to_string(artifact.bytes));
    }
    const bool is_open = co_await exchange.begin_sized(head, range.length);
    if (is_open && exchange.request().method() == Method::get)
        co_await send_bytes(exchange, *reader, range.first, range.length);
}

Response list_artifacts(Exchange& exchange, Services& services) {
    const std::string session = query_value(exchange.request().query(), "session").value_or("");
    if (!session.empty() && !is_session_id(session)) {
        Error error;
        error.code = ErrorCode::invalid_request;
        error.message = "A session id is 1 to 128 of A-Z a-z 0-9 . _ - and neither . nor ..";
        return problem_response(error, exchange.request_id);
    }
    return Response::json(artifact_list_json(services.evaluator.artifacts().list(exchange.caller.principal, session)));
}

}  // namespace evald::service
