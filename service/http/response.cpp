#include "http/response.hpp"

#include "http/http_date.hpp"

#include <utility>

namespace evald::service {

std::string_view status_phrase(int status) {
    switch (status) {
        case 100: return "Continue";
        case 101: return "Switching Protocols";
        case 200: return "OK";
        case 201: return "Created";
        case 202: return "Accepted";
        case 204: return "No Content";
        case 206: return "Partial Content";
        case 304: return "Not Modified";
        case 400: return "Bad Request";
        case 401: return "Unauthorized";
        case 403: return "Forbidden";
        case 404: return "Not Found";
        case 405: return "Method Not Allowed";
        case 406: return "Not Acceptable";
        case 408: return "Request Timeout";
        case 409: return "Conflict";
        case 412: return "Precondition Failed";
        case 413: return "Content Too Large";
        case 414: return "URI Too Long";
        case 415: return "Unsupported Media Type";
        case 416: return "Range Not Satisfiable";
        case 417: return "Expectation Failed";
        case 422: return "Unprocessable Content";
        case 426: return "Upgrade Required";
        case 429: return "Too Many Requests";
        case 431: return "Request Header Fields Too Large";
        case 500: return "Internal Server Error";
        case 501: return "Not Implemented";
        case 503: return "Service Unavailable";
        case 505: return "HTTP Version Not Supported";
        default: return "Unknown";
    }
}

bool status_has_body(int status) { return status >= 200 && status != 204 && status != 304; }

Response& Response::add(std::string_view name, std::string_view value) {
    fields.append(name).append(": ").append(value).append("\r\n");
    return *this;
}

Response Response::json(std::string text, int status) {
    Response response(status);
    response.content_type = "application/json";
    response.body = std::move(text);
    return response;
}

Response Response::json(std::shared_ptr<const std::string> text, int status) {
    Response response(status);
    response.content_type = "application/json";
    response.shared_body = std::move(text);
    return response;
}

Response Response::empty(int status) { return Response(status); }

void append_head(std::string& out, const HeadOptions& options) {
    const auto line = [&out](std::string_view name, std::string_view value) {
        out.append(name).append(value).append("\r\n");
    };
    out += "HTTP/1.1 ";
    out += std::to_string(options.status);
    out += ' ';
    line(status_phrase(options.status), "");
    line("Date: ", http_date_now());
    if (!options.content_type.empty()) line("Content-Type: ", options.content_type);
    switch (options.framing) {
        case Framing::content_length: line("Content-Length: ", std::to_string(options.content_length)); break;
        case Framing::chunked: line("Transfer-Encoding: ", "chunked"); break;
        case Framing::until_close:
        case Framing::none: break;
    }
    line("X-Request-Id: ", options.request_id);
    if (!options.session_id.empty()) line("X-Session-Id: ", options.session_id);
    line("X-Content-Type-Options: ", "nosniff");
    if (!options.cacheable) line("Cache-Control: ", "no-store");
    if (!options.keep_alive)
        line("Connection: ", "close");
    else if (options.is_http10)
        line("Connection: ", "keep-alive");
    out += options.fields;
    out += "\r\n";
}

}  // namespace evald::service
