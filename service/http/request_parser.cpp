#include "http/request_parser.hpp"

#include <algorithm>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>
#include <charconv>
#include <cstring>
#include <optional>
#include <utility>

namespace evald::service {
namespace http = boost::beast::http;
namespace {

/// Empty lines before a request line that are skipped, as RFC 9112 2.2 asks.
constexpr std::size_t k_skipped_empty_lines = 4;
/// "0\r\n\r\n": between chunks at least as much is outstanding. Beast 1.81 asserts that it has that much when it goes on
/// with a last chunk of which it has seen the first line.
constexpr std::size_t k_shortest_chunked_rest = 5;
/// A chunk's head with extensions, or the trailers: more in one piece than this is abuse.
constexpr std::size_t k_chunk_head_limit = 16U << 10U;
constexpr std::string_view k_too_large = "The body is larger than this server takes.";

std::string_view view(boost::beast::string_view text) { return {text.data(), text.size()}; }

bool is_token_char(char c) {
    constexpr std::string_view others = "!#$%&'*+-.^_`|~";
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || others.find(c) != others.npos;
}

/// Takes "http://host" off the front. False: it is not there, or somebody's name and password stand in it.
bool take_authority(std::string_view& target, std::string_view& authority) {
    const auto end = target.find("://");
    const std::string_view scheme = target.substr(0, end);
    if (end == std::string_view::npos ||
        !(equals_ignoring_case(scheme, "http") || equals_ignoring_case(scheme, "https")))
        return false;
    authority = target.substr(end + 3);
    authority = authority.substr(0, authority.find_first_of("/?#"));
    target.remove_prefix(end + 3 + authority.size());
    return !authority.empty() && authority.find('@') == std::string_view::npos;
}

/// "http://host/path?query" and "/path?query" alike; false for anything else.
bool split_target(std::string_view target, std::string_view& authority, std::string_view& path,
                  std::string_view& query) {
    if (target == "*") {
        path = target;
        return true;
    }
    if (!target.starts_with('/') && !take_authority(target, authority)) return false;
    const auto mark = target.find('?');
    path = target.substr(0, mark);
    if (path.empty()) path = "/";
    query = mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1);
    return path.front() == '/' && path.find('#') == std::string_view::npos;
}

}  // namespace

/// Receives what Beast's parser finds. Views that it hands out point into the request's own copy of the head: folded
/// fields, for which it has a buffer of its own, have been refused before.
class RequestParser::Grammar final : public http::basic_parser<true> {
public:
    explicit Grammar(Request& request) : request_(request) { eager(false); }

    std::uint64_t body_bytes = 0;
    std::uint64_t chunk_rest = 0;  ///< bytes of the present chunk that have not come
    bool keep_body = true;
    int version = 11;
    std::string_view method;

private:
    using error_code = boost::beast::error_code;
    using string_view = boost::beast::string_view;

    void on_request_impl(http::verb /*verb*/, string_view name, string_view target, int number, error_code&) override {
        method = view(name);
        request_.target_ = view(target);
        version = number;
    }
    void on_response_impl(int, string_view, int, error_code&) override {}
    void on_field_impl(http::field /*id*/, string_view name, string_view value, error_code&) override {
        if (head_done_) return;  // trailers mean nothing here
        request_.fields_.push_back({view(name), view(value)});
    }
    void on_header_impl(error_code&) override { head_done_ = true; }
    void on_body_init_impl(const boost::optional<std::uint64_t>&, error_code&) override {}
    std::size_t on_body_impl(string_view body, error_code&) override { return take(body); }
    void on_chunk_header_impl(std::uint64_t size, string_view, error_code&) override { chunk_rest = size; }
    std::size_t on_chunk_body_impl(std::uint64_t rest, string_view body, error_code&) override {
        chunk_rest = rest - body.size();
        return take(body);
    }
    void on_finish_impl(error_code&) override {}

    std::size_t take(string_view piece) {
        body_bytes += piece.size();
        if (keep_body) request_.body_.append(piece.data(), piece.size());
        return piece.size();
    }

    Request& request_;
    bool head_done_ = false;
};

RequestParser::RequestParser(ParserLimits limits) : limits_(limits), body_limit_(limits.body) {}
RequestParser::~RequestParser() = default;

void RequestParser::begin(Request& request) {
    request.clear();
    request_ = &request;
    body_limit_ = limits_.body;
    scanned_ = line_start_ = empty_lines_ = 0;
    has_begun_ = false;
}

RequestParser::Status RequestParser::fail(int status, std::string_view detail) {
    failure_ = {status, detail};
    return Status::failed;
}

RequestParser::Status RequestParser::find_head_end(std::string_view bytes, std::size_t& end) {
    while (scanned_ < bytes.size()) {
        const auto newline = bytes.find('\n', scanned_);
        if (newline == std::string_view::npos) {
            scanned_ = bytes.size();
            break;
        }
        if (newline == 0 || bytes[newline - 1] != '\r') return fail(400, "A line ends with LF alone.");
        if (bytes[line_start_] == ' ' || bytes[line_start_] == '\t') return fail(400, "A header field is folded.");
        scanned_ = newline + 1;
        const bool is_empty = newline - line_start_ == 1;
        line_start_ = scanned_;
        if (is_empty) {
            end = scanned_;
            return end <= limits_.head ? Status::done : fail(431, "The header fields are too large.");
        }
    }
    if (bytes.size() <= limits_.head) return Status::need_more;
    return line_start_ == 0 ? fail(414, "The request target is too long.")
                            : fail(431, "The header fields are too large.");
}

RequestParser::Status RequestParser::read_head(std::string_view bytes, std::size_t& consumed) {
    consumed = 0;
    if (scanned_ == 0) {
        while (bytes.size() - consumed >= 2 && bytes.substr(consumed, 2) == "\r\n") {
            consumed += 2;
            if (++empty_lines_ > k_skipped_empty_lines) return fail(400, "A request line is missing.");
        }
        bytes.remove_prefix(consumed);
        if (bytes.empty() || bytes == "\r") return Status::need_more;
        // Tells a TLS handshake, and other things that are no HTTP, at their first byte.
        if (!is_token_char(bytes.front())) return fail(400, "This is not an HTTP request.");
    }
    has_begun_ = true;
    std::size_t end = 0;
    const Status found = find_head_end(bytes, end);
    if (found != Status::done) return found;
    consumed += end;
    return parse_head(bytes.substr(0, end));
}

RequestParser::Status RequestParser::parse_head(std::string_view head) {
    Request& request = *request_;
    request.head_.assign(head);
    grammar_ = std::make_unique<Grammar>(request);
    grammar_->header_limit(static_cast<std::uint32_t>(head.size() + 1));
    grammar_->body_limit(boost::none);  // checked in read_body(), after the caller has been authenticated
    boost::beast::error_code error;
    grammar_->put(boost::asio::buffer(request.head_), error);
    if (error == http::error::bad_version) return fail(505, "HTTP/1.1 and HTTP/1.0 are spoken here.");
    if (error || !grammar_->is_header_done()) return fail(400, "The request line or a header field is malformed.");
    request.method_ = method_from_name(grammar_->method);
    request.version_ = grammar_->version;
    request.keep_alive_ = grammar_->keep_alive();
    request.wants_upgrade_ = grammar_->upgrade();
    request.chunked_ = grammar_->chunked();
    if (request.target_.size() > limits_.target) return fail(414, "The request target is too long.");
    if (!split_target(request.target_, request.authority_, request.path_, request.query_)) request.path_ = {};
    return check_framing();
}

RequestParser::Status RequestParser::check_framing() {
    Request& request = *request_;
    const std::size_t lengths = request.count("Content-Length");
    const std::size_t codings = request.count("Transfer-Encoding");
    if (lengths > 1) return fail(400, "Content-Length stands there more than once.");
    if (lengths > 0 && codings > 0) return fail(400, "Content-Length and Transfer-Encoding exclude each other.");
    if (codings > 0) {
        if (codings > 1 || !equals_ignoring_case(*request.field("Transfer-Encoding"), "chunked"))
            return fail(501, "The only transfer coding known here is `chunked`, once.");
        if (request.version_ < 11) return fail(400, "Transfer-Encoding needs HTTP/1.1.");
    }
    if (lengths == 1) {
        const std::string_view text = *request.field("Content-Length");
        std::uint64_t value = 0;
        const auto [last, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || last != text.data() + text.size())
            return fail(400, "Content-Length must be a decimal number.");
        request.content_length_ = value;
    }
    const std::size_t hosts = request.count("Host");
    if (hosts > 1 || (hosts == 0 && request.version_ >= 11)) return fail(400, "Exactly one Host field is needed.");
    return Status::done;
}

std::string RequestParser::take_body() { return std::exchange(request_->body_, {}); }

RequestParser::Status RequestParser::read_body(std::string_view bytes, std::size_t& consumed, bool keep) {
    consumed = 0;
    if (request_->content_length_.value_or(0) > body_limit_) return fail(413, k_too_large);
    grammar_->keep_body = keep;
    while (!grammar_->is_done()) {
        const std::string_view rest = bytes.substr(consumed);
        const bool is_between_chunks = request_->chunked_ && grammar_->chunk_rest == 0;
        if (rest.empty() || (is_between_chunks && rest.size() < k_shortest_chunked_rest)) return Status::need_more;
        boost::beast::error_code error;
        const std::size_t used = grammar_->put(boost::asio::buffer(rest.data(), rest.size()), error);
        consumed += used;
        if (error == http::error::need_more) {
            if (rest.size() - used > k_chunk_head_limit)
                return fail(400, "A chunk's head or the trailers are too large.");
            return Status::need_more;
        }
        if (grammar_->body_bytes > body_limit_) return fail(413, k_too_large);
        if (error) return fail(400, "The body's chunked coding is malformed.");
    }
    return Status::done;
}

}  // namespace evald::service
