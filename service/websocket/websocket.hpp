#pragma once

#include "execution/run_event.hpp"
#include "http/byte_stream.hpp"
#include "http/request.hpp"
#include "websocket/socket_link.hpp"

#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace evald::service {

struct WebSocketOptions {
    std::size_t message_max = 8U << 20U;  ///< a larger one closes with 1009
    bool deflate = false;                 ///< take up permessage-deflate when it is offered
    std::string subprotocol;              ///< named in the handshake; empty: none
    std::string request_id;               ///< X-Request-Id of the handshake
};

/// What read() brings.
struct WebSocketMessage {
    enum class Kind : std::uint8_t { text, binary, ended };
    Kind kind = Kind::ended;
    std::string_view text;  ///< holds until the next read()
};

/// A WebSocket, server side: Beast does the handshake, reading, control frames and the closing; text goes out by our
/// own short way, frames of many messages in one system call. Hides Beast. Held by shared_ptr. Loop thread.
class WebSocket : public std::enable_shared_from_this<WebSocket> {
public:
    /// Answers the handshake. `request` must be a valid upgrade; `rest` is what had been read behind it. Null: it
    /// failed.
    static boost::asio::awaitable<std::shared_ptr<WebSocket>> accept(std::unique_ptr<ByteStream> stream,
                                                                     const Request& request, std::string rest,
                                                                     WebSocketOptions options);
    virtual ~WebSocket() = default;
    WebSocket(const WebSocket&) = delete;
    WebSocket& operator=(const WebSocket&) = delete;

    /// The next message. One at a time; must be called over and over, as pings and closes are answered in here.
    virtual boost::asio::awaitable<WebSocketMessage> read() = 0;

    /// Queues a text message; flush() sends. Valid UTF-8.
    virtual void send(std::string_view text) = 0;
    virtual void send(const EventPtr& event) = 0;
    virtual void ping() = 0;
    /// Starts the closing handshake; read() ends with it, after 5 s at the latest.
    virtual void close(std::uint16_t code, std::string_view reason) = 0;
    [[nodiscard]] virtual SocketLink& link() = 0;

protected:
    WebSocket() = default;
};

}  // namespace evald::service
