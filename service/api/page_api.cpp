#include "api/page_api.hpp"

#include "http/accept_header.hpp"
#include "http/http_error.hpp"
#include "http/range_header.hpp"
#include "web/page_file.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace evald::service {
namespace {

/// Nothing but our own files runs, loads or is framed. What cells show is put in as data: and blob: images.
constexpr std::string_view k_page_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

struct Coded {
    std::string_view bytes, coding;
};

Coded choose_coding(const PageFile& file, const Request& request) {
    const std::string accepted = request.joined("Accept-Encoding");
    if (!file.brotli.empty() && accepts_coding(accepted, "br")) return {file.brotli, "br"};
    if (!file.gzip.empty() && accepts_coding(accepted, "gzip")) return {file.gzip, "gzip"};
    return {file.identity, ""};
}

Response serve(const PageFile& file, const Request& request) {
    const Coded chosen = choose_coding(file, request);
    std::string etag = "\"";
    etag.append(file.hash).append(chosen.coding.empty() ? "" : "-").append(chosen.coding).append("\"");
    Response response(200);
    response.cacheable = true;
    response.add("ETag", etag).add("Vary", "Accept-Encoding");
    response.add("Cache-Control", file.keeps_for_ever ? "public, max-age=31536000, immutable" : "no-cache");
    if (matches_etag(request.joined("If-None-Match"), etag)) {
        response.status = 304;
        return response;
    }
    response.content_type = file.content_type;
    response.static_body = chosen.bytes;
    if (!chosen.coding.empty()) response.add("Content-Encoding", chosen.coding);
    response.add("Cross-Origin-Resource-Policy", "same-origin");
    return response;
}

const PageFile* find_file(std::string_view path) {
    const auto files = page_files();
    const auto found = std::ranges::find(files, path, &PageFile::path);
    return found == files.end() ? nullptr : &*found;
}

}  // namespace

Response get_page(Exchange& exchange, Services& /*services*/) {
    const PageFile* const file = find_file("/");
    if (file == nullptr) return problem_response(404, "This build has no web page.", exchange.request_id);
    Response response = serve(*file, exchange.request());
    response.add("Content-Security-Policy", k_page_policy).add("X-Frame-Options", "DENY");
    response.add("Referrer-Policy", "no-referrer").add("Cross-Origin-Opener-Policy", "same-origin");
    response.add("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()");
    return response;
}

Response get_asset(Exchange& exchange, Services& /*services*/) {
    const PageFile* const file = find_file("/assets/" + exchange.parameters[0]);
    if (file == nullptr) return problem_response(404, "The page has no such file.", exchange.request_id);
    return serve(*file, exchange.request());
}

}  // namespace evald::service
