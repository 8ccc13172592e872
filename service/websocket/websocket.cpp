#include "websocket/websocket.hpp"

#include "websocket/beast_layer.hpp"
#include "websocket/deflater.hpp"
#include "websocket/frame_header.hpp"

#include <array>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <charconv>
#include <chrono>
#include <optional>
#include <utility>

namespace evald::service {
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
namespace {

constexpr std::chrono::seconds k_close_limit{5};
/// Larger messages are shared with other watchers rather than copied.
constexpr std::size_t k_copied_message = 4U << 10U;
constexpr std::size_t k_kept_buffer = 64U << 10U;

/// What Beast needs to see of a request.
constexpr std::array<std::string_view, 7> k_handshake_fields{"Host",
                                                             "Upgrade",
                                                             "Connection",
                                                             "Sec-WebSocket-Key",
                                                             "Sec-WebSocket-Version",
                                                             "Sec-WebSocket-Protocol",
                                                             "Sec-WebSocket-Extensions"};

beast::string_view view(std::string_view text) { return {text.data(), text.size()}; }

http::request<http::empty_body> handshake_request(const Request& request) {
    http::request<http::empty_body> copy;
    copy.method(http::verb::get);
    copy.target(view(request.path()));
    copy.version(11);
    for (const std::string_view name : k_handshake_fields)
        if (request.count(name) > 0) copy.set(view(name), request.joined(name));
    return copy;
}

/// What the handshake's answer says about our side of permessage-deflate; nothing when it is not in use.
std::optional<int> negotiated_window(std::string_view extensions) {
    constexpr std::string_view parameter = "server_max_window_bits=";
    if (!extensions.starts_with("permessage-deflate")) return std::nullopt;
    int bits = 15;
    const auto at = extensions.find(parameter);
    if (at != std::string_view::npos)
        std::from_chars(extensions.data() + at + parameter.size(), extensions.data() + extensions.size(), bits);
    return bits;
}

class BeastWebSocket final : public WebSocket {
public:
    BeastWebSocket(std::shared_ptr<SocketLink> link, const WebSocketOptions& options)
        : link_(link), stream_(BeastLayer(std::move(link))) {
        websocket::stream_base::timeout limits{};
        limits.handshake_timeout = k_close_limit;
        limits.idle_timeout = websocket::stream_base::none();
        limits.keep_alive_pings = false;
        stream_.set_option(limits);
        websocket::permessage_deflate deflate;
        deflate.server_enable = options.deflate;
        deflate.server_no_context_takeover = true;
        stream_.set_option(deflate);
        stream_.read_message_max(options.message_max);
        stream_.auto_fragment(false);
        stream_.text(true);
    }

    boost::asio::awaitable<bool> answer_handshake(const http::request<http::empty_body>& request,
                                                  WebSocketOptions options) {
        std::optional<int> window;
        // Called within async_accept() only, so that the references hold.
        stream_.set_option(websocket::stream_base::decorator([&window, &options](websocket::response_type& response) {
            response.erase(http::field::server);
            if (!options.subprotocol.empty()) response.set(http::field::sec_websocket_protocol, options.subprotocol);
            response.set("X-Request-Id", options.request_id);
            const auto extensions = response[http::field::sec_websocket_extensions];
            window = negotiated_window({extensions.data(), extensions.size()});
        }));
        boost::system::error_code error;
        auto token = boost::asio::redirect_error(boost::asio::use_awaitable, error);
        co_await stream_.async_accept(request, token);
        if (window) deflater_ = std::make_unique<Deflater>(*window);
        co_return !error;
    }

    boost::asio::awaitable<WebSocketMessage> read() override {
        buffer_.consume(buffer_.size());
        if (buffer_.capacity() > k_kept_buffer) buffer_ = beast::flat_buffer();
        boost::system::error_code error;
        auto token = boost::asio::redirect_error(boost::asio::use_awaitable, error);
        co_await stream_.async_read(buffer_, token);
        WebSocketMessage message;
        if (error) co_return message;
        message.kind = stream_.got_binary() ? WebSocketMessage::Kind::binary : WebSocketMessage::Kind::text;
        const auto bytes = buffer_.cdata();
        message.text = {static_cast<const char*>(bytes.data()), bytes.size()};
        co_return message;
    }

    void send(std::string_view text) override {
        if (deflater_ && text.size() >= Deflater::k_least) {
            send_compressed(text);
            return;
        }
        header_.clear();
        append_frame_header(header_, Opcode::text, text.size());
        header_ += text;
        link_->append(header_);
    }

    void send(const EventPtr& event) override {
        const bool is_plain = !deflater_ || event->json.size() < Deflater::k_least;
        if (!is_plain || event->json.size() < k_copied_message) {
            send(std::string_view(event->json));
            return;
        }
        header_.clear();
        append_frame_header(header_, Opcode::text, event->json.size());
        link_->append(header_, event, event->json);
    }

    void ping() override {
        header_.clear();
        append_frame_header(header_, Opcode::ping, 0);
        link_->append(header_);
    }

    void close(std::uint16_t code, std::string_view reason) override {
        if (is_closing_) return;
        is_closing_ = true;
        websocket::close_reason why(static_cast<websocket::close_code>(code));
        why.reason.assign(reason.data(), reason.size());
        stream_.async_close(why, [self = shared_from_this()](const boost::system::error_code&) {});
    }

    [[nodiscard]] SocketLink& link() override { return *link_; }

private:
    void send_compressed(std::string_view text) {
        const std::string payload = deflater_->compressed(text);
        header_.clear();
        append_frame_header(header_, Opcode::text, payload.size(), true);
        header_ += payload;
        link_->append(header_);
    }

    std::shared_ptr<SocketLink> link_;
    websocket::stream<BeastLayer> stream_;
    beast::flat_buffer buffer_;
    std::unique_ptr<Deflater> deflater_;
    std::string header_;
    bool is_closing_ = false;
};

}  // namespace

boost::asio::awaitable<std::shared_ptr<WebSocket>> WebSocket::accept(std::unique_ptr<ByteStream> stream,
                                                                     const Request& request, std::string rest,
                                                                     WebSocketOptions options) {
    auto link = std::make_shared<SocketLink>(std::move(stream), std::move(rest));
    const auto socket = std::make_shared<BeastWebSocket>(std::move(link), options);
    const auto handshake = handshake_request(request);
    const bool is_open = co_await socket->answer_handshake(handshake, std::move(options));
    if (is_open) co_return socket;
    co_return nullptr;
}

}  // namespace evald::service
