#pragma once

#include <cstdint>
#include <string>

namespace evald::service {

/// RFC 6455 5.2.
enum class Opcode : std::uint8_t { text = 1, close = 8, ping = 9 };

/// Appends the header of a whole, unmasked frame (what a server sends) to `out`: 2 to 10 bytes.
inline void append_frame_header(std::string& out, Opcode opcode, std::uint64_t payload, bool is_compressed = false) {
    const unsigned first = 0x80U | (is_compressed ? 0x40U : 0U) | static_cast<unsigned>(opcode);
    out += static_cast<char>(first);
    int length_bytes = 0;
    if (payload < 126) {
        out += static_cast<char>(payload);
    } else if (payload < 65'536) {
        out += static_cast<char>(126);
        length_bytes = 2;
    } else {
        out += static_cast<char>(127);
        length_bytes = 8;
    }
    for (int i = length_bytes - 1; i >= 0; --i) out += static_cast<char>((payload >> (8 * i)) & 0xFFU);
}

}  // namespace evald::service
