#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace evald::service {

/// Compresses messages for permessage-deflate (RFC 7692), each for itself (server_no_context_takeover), so that a
/// watcher costs no window between messages.
class Deflater {
public:
    /// `window_bits`: 9 to 15, as negotiated.
    explicit Deflater(int window_bits);
    ~Deflater();
    Deflater(const Deflater&) = delete;
    Deflater& operator=(const Deflater&) = delete;

    /// Smaller messages are sent as they are.
    static constexpr std::size_t k_least = 1024;
    /// The payload of a frame with RSV1 set.
    std::string compressed(std::string_view message);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace evald::service
