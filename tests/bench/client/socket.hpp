#pragma once

#include "client/options.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

/// A blocking TCP connection with a read buffer. Throws std::runtime_error when the peer closes or is late.
class Socket {
public:
    Socket() = default;
    ~Socket();
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;

    void connect(const Options& options);
    void close();
    [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }
    /// For a caller that reads by itself from now on.
    [[nodiscard]] int descriptor() const { return descriptor_; }

    void send(std::string_view bytes);
    unsigned char read_byte();
    /// Appends exactly `size` bytes to `out`.
    void read(std::string& out, std::size_t size);
    /// A line without its end.
    std::string read_line();

private:
    void fill();

    int descriptor_ = -1;
    bool quick_ack_ = false;
    std::vector<char> buffer_ = std::vector<char>(1U << 18U);
    std::size_t begin_ = 0, end_ = 0;
};

}  // namespace bench
