#pragma once

#include "api/json_document.hpp"
#include "base/error.hpp"
#include "tools/tool_answer.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace evald::service {

enum class ClientMessageType : std::uint8_t { eval, cancel, interrupt, watch, unwatch, tool_result, ping };

/// A message of a client, taken apart as far as its type allows. `eval` keeps its document, which is read further by
/// read_eval_object().
struct ClientMessage {
    ClientMessageType type = ClientMessageType::ping;
    std::string session;                 ///< interrupt, watch, unwatch; empty: not said
    std::string run;                     ///< cancel, tool.result
    std::optional<std::uint64_t> since;  ///< watch
    std::string call_id;                 ///< tool.result
    ToolAnswer answer;                   ///< tool.result
    std::optional<JsonDocument> document;
};

/// What came of reading a message. The id is told even of a message that is refused, if it can be found.
struct ReadMessage {
    std::string id_json;  ///< empty: none
    Result<ClientMessage> message = ClientMessage();
};

ReadMessage read_client_message(std::string_view text, std::size_t max_depth);

}  // namespace evald::service
