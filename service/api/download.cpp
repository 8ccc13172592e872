#include "api/download.hpp"

#include "api/media_types.hpp"
#include "http/http_date.hpp"
#include "http/http_error.hpp"
#include "http/range_header.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace evald::service {
namespace {

constexpr std::size_t k_piece = 256U << 10U;

Response head_of(const DownloadHead& download) {
    Response head(200);
    head.content_type = download.content_type;
    head.cacheable = true;
    head.add("Cache-Control", "private, no-cache").add("ETag", download.etag).add("Accept-Ranges", "bytes");
    head.add("Last-Modified", http_date(download.modified_s));
    head.add("Content-Disposition", download.disposition);
    head.add("Content-Security-Policy", k_untrusted_policy).add("Cross-Origin-Resource-Policy", "same-origin");
    return head;
}

RangeChoice range_of(const Request& request, const DownloadHead& download) {
    RangeChoice whole;
    whole.length = download.bytes;
    const auto range = request.field("Range");
    if (!range || request.method() != Method::get) return whole;
    // A strong comparison: a date, or a weak tag, does not hold for parts.
    const auto condition = request.field("If-Range");
    if (condition && trimmed(*condition) != download.etag) return whole;
    const RangeChoice choice = choose_range(*range, download.bytes);
    return choice.kind == RangeChoice::Kind::whole ? whole : choice;
}

/// An answer that needs no bytes, if there is one.
std::optional<Response> answer_without_bytes(const Exchange& exchange, const DownloadHead& download,
                                             const RangeChoice& range) {
    if (matches_etag(exchange.request().joined("If-None-Match"), download.etag)) {
        Response unchanged(304);
        unchanged.cacheable = true;
        unchanged.add("ETag", download.etag).add("Cache-Control", "private, no-cache");
        return unchanged;
    }
    if (range.kind != RangeChoice::Kind::unsatisfiable) return std::nullopt;
    Response response = problem_response(416, "No byte of it lies in that range.", exchange.request_id);
    response.add("Content-Range", "bytes */" + std::to_string(download.bytes));
    return response;
}

boost::asio::awaitable<void> send_bytes(Exchange& exchange, DownloadSource& source, std::uint64_t first,
                                        std::uint64_t length) {
    while (length > 0) {
        const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(length, k_piece));
        const Result<std::string> piece = co_await source.read(first, size);
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

}  // namespace

boost::asio::awaitable<void> send_download(Exchange& exchange, DownloadHead head, DownloadSource& source) {
    const RangeChoice range = range_of(exchange.request(), head);
    std::optional<Response> short_answer = answer_without_bytes(exchange, head, range);
    if (short_answer) {
        co_await exchange.respond(std::move(*short_answer));
        co_return;
    }
    Response response = head_of(head);
    if (range.kind == RangeChoice::Kind::part) {
        response.status = 206;
        response.add("Content-Range", "bytes " + std::to_string(range.first) + "-" +
                                          std::to_string(range.first + range.length - 1) + "/" +
                                          std::to_string(head.bytes));
    }
    const bool is_open = co_await exchange.begin_sized(response, range.length);
    if (is_open && exchange.request().method() == Method::get)
        co_await send_bytes(exchange, source, range.first, range.length);
}

}  // namespace evald::service
