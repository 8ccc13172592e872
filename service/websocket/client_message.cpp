#include "websocket/client_message.hpp"

#include "api/object_reader.hpp"
#include "api/tool_result_body.hpp"
#include "session/session_id.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace evald::service {
namespace {

namespace dom = simdjson::dom;

constexpr std::array<std::pair<std::string_view, ClientMessageType>, 7> k_types{
    {{"eval", ClientMessageType::eval},
     {"cancel", ClientMessageType::cancel},
     {"interrupt", ClientMessageType::interrupt},
     {"watch", ClientMessageType::watch},
     {"unwatch", ClientMessageType::unwatch},
     {"tool.result", ClientMessageType::tool_result},
     {"ping", ClientMessageType::ping}}};

std::optional<ClientMessageType> read_type(const ObjectReader& reader) {
    const auto name = reader.needed_text("type");
    if (!name) return std::nullopt;
    const auto* const found = std::ranges::find(k_types, *name, &std::pair<std::string_view, ClientMessageType>::first);
    if (found != k_types.end()) return found->second;
    reader.fault("type", "must be eval, cancel, interrupt, watch, unwatch, tool.result or ping");
    return std::nullopt;
}

std::string read_session(const ObjectReader& reader) {
    const auto session = reader.text("session");
    if (session && !is_session_id(*session))
        reader.fault("session", "must be 1 to 128 of A-Z a-z 0-9 . _ - and neither . nor ..");
    return std::string(session.value_or(""));
}

void read_result(const ObjectReader& reader, std::string_view text, ClientMessage& message) {
    reader.allow_only({"type", "id", "run", "callId", "ok", "value", "error"});
    message.run = reader.needed_text("run").value_or("");
    ToolResultBody body = read_tool_result(reader, text);
    message.call_id = std::move(body.call_id);
    message.answer = std::move(body.answer);
}

void read_members(const ObjectReader& reader, std::string_view text, ClientMessage& message) {
    switch (message.type) {
        case ClientMessageType::eval: break;  // read_eval_object() does it
        case ClientMessageType::cancel:
            reader.allow_only({"type", "id", "run"});
            message.run = reader.needed_text("run").value_or("");
            break;
        case ClientMessageType::interrupt:
        case ClientMessageType::unwatch:
            reader.allow_only({"type", "id", "session"});
            message.session = read_session(reader);
            break;
        case ClientMessageType::watch:
            reader.allow_only({"type", "id", "session", "since"});
            message.session = read_session(reader);
            message.since = reader.whole_number("since", 0);
            break;
        case ClientMessageType::tool_result: read_result(reader, text, message); break;
        case ClientMessageType::ping: reader.allow_only({"type", "id"}); break;
    }
}

}  // namespace

ReadMessage read_client_message(std::string_view text, std::size_t max_depth) {
    ReadMessage read;
    auto document = JsonDocument::parse(text, max_depth);
    if (!document) {
        read.message = document.error();
        return read;
    }
    Faults faults;
    dom::object object;
    ClientMessage message;
    if (document->root().get(object) != simdjson::SUCCESS) {
        faults.add("", "must be an object");
    } else {
        const ObjectReader reader(object, "", faults);
        if (const auto id = reader.member("id")) read.id_json = simdjson::minify(*id);
        const auto type = read_type(reader);
        if (type) message.type = *type;
        if (type) read_members(reader, text, message);
    }
    if (!faults.empty()) {
        read.message = std::move(faults).error();
        return read;
    }
    if (message.type == ClientMessageType::eval) message.document = std::move(*document);
    read.message = std::move(message);
    return read;
}

}  // namespace evald::service
