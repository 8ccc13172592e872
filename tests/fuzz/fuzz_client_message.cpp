// Any bytes as a message of a WebSocket client: it is taken apart or refused; an id that was found is JSON again.
#include "websocket/client_message.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const evald::service::ReadMessage read = evald::service::read_client_message(text, 64);
    if (!read.id_json.empty() && !nlohmann::json::accept(read.id_json)) std::abort();
    if (!read.message && read.message.error().message.empty()) std::abort();
    return 0;
}
