#pragma once

#include "client/options.hpp"
#include "client/socket.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace bench {

/// A blocking WebSocket. Answers pings, puts fragments together; throws when the peer closes.
class WebSocketClient {
public:
    void connect(const Options& options, const std::string& path);
    void send_text(std::string_view text) { send_frame(k_text, text); }
    /// The next message; valid until the next call.
    const std::string& receive();
    /// For a caller that reads by itself from now on.
    [[nodiscard]] int descriptor() const { return socket_.descriptor(); }

private:
    static constexpr unsigned k_text = 1, k_close = 8, k_ping = 9, k_pong = 10;

    void send_frame(unsigned opcode, std::string_view payload);
    void answer_control(unsigned opcode, std::size_t size);
    std::uint64_t read_length(unsigned first);

    Socket socket_;
    std::string message_;
};

}  // namespace bench
