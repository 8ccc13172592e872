#include "client/websocket_client.hpp"

#include "client/http_client.hpp"

#include <array>
#include <stdexcept>

namespace bench {
namespace {

constexpr std::array<char, 4> k_mask{0x1f, 0x6b, 0x2a, 0x55};

void append_length(std::string& frame, std::uint64_t size) {
    constexpr unsigned masked = 0x80;
    int bytes = 0;
    if (size < 126) {
        frame += static_cast<char>(masked | size);
    } else if (size < 65'536) {
        frame += static_cast<char>(masked | 126U);
        bytes = 2;
    } else {
        frame += static_cast<char>(masked | 127U);
        bytes = 8;
    }
    for (int i = bytes - 1; i >= 0; --i) frame += static_cast<char>(size >> (8U * static_cast<unsigned>(i)));
}

}  // namespace

void WebSocketClient::connect(const Options& options, const std::string& path) {
    socket_.connect(options);
    socket_.send("GET " + path + " HTTP/1.1\r\nHost: " + options.host + ":" + options.port +
                 "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                 "Sec-WebSocket-Version: 13\r\n" +
                 header_lines(options) + "\r\n");
    const std::string status_line = socket_.read_line();
    if (status_line.find(" 101") == std::string::npos) throw std::runtime_error("no upgrade: " + status_line);
    while (!socket_.read_line().empty()) {
    }
}

void WebSocketClient::send_frame(unsigned opcode, std::string_view payload) {
    std::string frame;
    frame.reserve(payload.size() + 14);
    frame += static_cast<char>(0x80U | opcode);
    append_length(frame, payload.size());
    frame.append(k_mask.data(), k_mask.size());
    for (std::size_t i = 0; i < payload.size(); ++i) frame += static_cast<char>(payload[i] ^ k_mask[i & 3U]);
    socket_.send(frame);
}

std::uint64_t WebSocketClient::read_length(unsigned first) {
    const int bytes = first == 126 ? 2 : first == 127 ? 8 : 0;
    if (bytes == 0) return first;
    std::uint64_t length = 0;
    for (int i = 0; i < bytes; ++i) length = length << 8U | socket_.read_byte();
    return length;
}

void WebSocketClient::answer_control(unsigned opcode, std::size_t size) {
    std::string payload;
    socket_.read(payload, size);
    if (opcode == k_ping) send_frame(k_pong, payload);
    if (opcode == k_close) throw std::runtime_error("the peer closed the WebSocket");
}

const std::string& WebSocketClient::receive() {
    message_.clear();
    for (;;) {
        const unsigned head = socket_.read_byte();
        const unsigned size_byte = socket_.read_byte();
        const auto size = static_cast<std::size_t>(read_length(size_byte & 0x7fU));
        const unsigned opcode = head & 0x0fU;
        if (opcode >= k_close) {
            answer_control(opcode, size);
            continue;
        }
        socket_.read(message_, size);
        const bool is_last = (head & 0x80U) != 0;
        if (is_last) return message_;
    }
}

}  // namespace bench
