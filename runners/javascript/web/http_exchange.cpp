#include "web/http_exchange.hpp"

#include <array>
#include <boost/beast/http/parser.hpp>
#include <limits>
#include <memory>

#include "web/content_decoding.hpp"
#include "web/http_connection.hpp"

namespace evald::js {

namespace {

namespace http = boost::beast::http;

/// A body as a text that is taken away as it grows. Beast's own would make room for the announced length at once.
struct TakenBody {
    using value_type = std::string;

    class reader {
    public:
        template <bool is_request, class Fields>
        reader(http::header<is_request, Fields>& /*header*/, value_type& body) : body_(body) {}
        void init(const boost::optional<std::uint64_t>& /*length*/, boost::system::error_code& error) { error = {}; }
        template <class Buffers>
        std::size_t put(const Buffers& buffers, boost::system::error_code& error) {
            error = {};
            const std::size_t before = body_.size();
            for (auto at = boost::asio::buffer_sequence_begin(buffers); at != boost::asio::buffer_sequence_end(buffers);
                 ++at) {
                const boost::asio::const_buffer buffer = *at;
                body_.append(static_cast<const char*>(buffer.data()), buffer.size());
            }
            return body_.size() - before;
        }
        void finish(boost::system::error_code& error) { error = {}; }

    private:
        value_type& body_;
    };
};

/// The responses that come over a connection, one after another: bytes behind one are the next one's.
class ResponseReader {
public:
    explicit ResponseReader(HttpConnection& connection) : connection_(connection) {}

    /// Up to the end of the headers. `has_no_body`: whatever they announce (HEAD, CONNECT).
    void start(bool has_no_body) {
        parser_ = std::make_unique<http::response_parser<TakenBody>>();
        parser_->body_limit(std::numeric_limits<std::uint64_t>::max());
        parser_->header_limit(256 << 10);
        parser_->eager(true);
        parser_->skip(has_no_body);
        while (!parser_->is_header_done()) {
            advance();
        }
    }
    const http::response<TakenBody>& response() const { return parser_->get(); }

    void read_body(const std::function<bool(std::string_view)>& on_bytes) {
        for (;;) {
            std::string bytes;
            bytes.swap(parser_->get().body());
            if (!bytes.empty() && !on_bytes(bytes)) {
                return;
            }
            if (parser_->is_done()) {
                return;
            }
            advance();
        }
    }

private:
    void advance() {
        boost::system::error_code error;
        if (pending_.empty() || needs_more_) {
            const std::size_t count = connection_.read(chunk_.data(), chunk_.size());
            if (count == 0) {
                end();
                return;
            }
            pending_.append(chunk_.data(), count);
        }
        const std::size_t used = parser_->put(boost::asio::buffer(pending_), error);
        pending_.erase(0, used);
        needs_more_ = error == http::error::need_more || used == 0;
        if (error && error != http::error::need_more) {
            throw HttpFailure("HTTP_PARSE", "the response is no HTTP: " + error.message());
        }
    }
    void end() {
        boost::system::error_code error;
        if (parser_->got_some()) {  // Beast takes an end before the first byte for a fault of its caller
            parser_->put_eof(error);
        }
        if (error || !parser_->is_done()) {
            throw HttpFailure("UND_ERR_SOCKET", "other side closed");
        }
    }

    HttpConnection& connection_;
    std::unique_ptr<http::response_parser<TakenBody>> parser_;
    std::string pending_;
    std::array<char, 65536> chunk_{};
    bool needs_more_ = false;
};

void connect(const HttpRequest& request, HttpConnection& connection) {
    const bool has_proxy = !request.proxy_host.empty();
    connection.connect(has_proxy ? request.proxy_host : request.host, has_proxy ? request.proxy_port : request.port);
    if (!request.tunnel_head.empty()) {
        connection.write(request.tunnel_head);
        ResponseReader reader(connection);
        reader.start(true);
        const unsigned status = reader.response().result_int();
        if (status / 100 != 2) {
            throw HttpFailure("ECONNREFUSED", "the proxy answered CONNECT with " + std::to_string(status));
        }
    }
    if (request.is_secure) {
        connection.secure(request.host);
    }
}

}  // namespace

void exchange(const HttpRequest& request, std::atomic<int>& descriptor, const std::function<void(HttpHead)>& on_head,
              const std::function<bool(std::string_view)>& on_bytes) {
    HttpConnection connection(descriptor);
    connect(request, connection);
    connection.write(request.head);
    connection.write(request.body);
    ResponseReader reader(connection);
    do {
        reader.start(request.method == "HEAD");
    } while (reader.response().result_int() / 100 == 1);  // "wait", "hints": what counts comes after them
    HttpHead head;
    head.status = reader.response().result_int();
    head.reason = std::string(reader.response().reason());
    for (const auto& field : reader.response()) {
        head.headers.emplace_back(field.name_string(), field.value());
    }
    ContentDecoding decoding(reader.response()[http::field::content_encoding]);
    on_head(std::move(head));
    reader.read_body([&](std::string_view bytes) { return decoding.decode(bytes, on_bytes); });
}

}  // namespace evald::js
