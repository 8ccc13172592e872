#include "web/http_exchange.hpp"

#include <array>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <limits>

#include "web/http_connection.hpp"

namespace evald::js {

namespace {

namespace http = boost::beast::http;

/// Reads one response to its end (or, for a tunnel and HEAD, to the end of its headers).
http::response<http::string_body> read_response(HttpConnection& connection, bool has_no_body) {
    http::response_parser<http::string_body> parser;
    parser.body_limit(std::numeric_limits<std::uint64_t>::max());
    parser.header_limit(256 << 10);
    parser.eager(true);
    parser.skip(has_no_body);
    std::string pending;
    std::array<char, 65536> chunk{};
    while (!parser.is_done()) {
        const std::size_t count = connection.read(chunk.data(), chunk.size());
        boost::system::error_code error;
        if (count == 0) {
            // Beast takes an end before the first byte for a fault of its caller.
            if (parser.got_some()) {
                parser.put_eof(error);
            }
            if (error || !parser.is_done()) {
                throw HttpFailure("UND_ERR_SOCKET", "other side closed");
            }
            break;
        }
        pending.append(chunk.data(), count);
        const std::size_t used = parser.put(boost::asio::buffer(pending), error);
        pending.erase(0, used);
        if (error && error != http::error::need_more) {
            throw HttpFailure("HTTP_PARSE", "the response is no HTTP: " + error.message());
        }
    }
    return parser.release();
}

}  // namespace

HttpResponse exchange(const HttpRequest& request, std::atomic<int>& descriptor) {
    HttpResponse answer;
    try {
        HttpConnection connection(descriptor);
        const bool has_proxy = !request.proxy_host.empty();
        connection.connect(has_proxy ? request.proxy_host : request.host,
                           has_proxy ? request.proxy_port : request.port);
        if (!request.tunnel_head.empty()) {
            connection.write(request.tunnel_head);
            const auto tunnel = read_response(connection, true);
            if (tunnel.result_int() / 100 != 2) {
                throw HttpFailure("ECONNREFUSED",
                                  "the proxy answered CONNECT with " + std::to_string(tunnel.result_int()));
            }
        }
        if (request.is_secure) {
            connection.secure(request.host);
        }
        connection.write(request.head);
        connection.write(request.body);
        http::response<http::string_body> response = read_response(connection, request.method == "HEAD");
        while (response.result_int() / 100 == 1) {
            response = read_response(connection, request.method == "HEAD");
        }
        answer.status = response.result_int();
        answer.reason = std::string(response.reason());
        for (const auto& field : response) {
            answer.headers.emplace_back(field.name_string(), field.value());
        }
        answer.body = std::move(response.body());
    } catch (const HttpFailure& failure) {
        answer.error = failure.what();
        answer.code = failure.code;
    } catch (const std::exception& failure) {
        answer.error = failure.what();
    }
    return answer;
}

}  // namespace evald::js
