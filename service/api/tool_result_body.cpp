#include "api/tool_result_body.hpp"

#include "protocol/json_text.hpp"

namespace evald::service {
namespace {

/// The member as it stands in the text; empty where its name is written with escapes.
std::string_view written_value(std::string_view text) {
    const auto begin = text.find('{');
    if (begin == std::string_view::npos) return {};
    JsonMembers members(text.substr(begin));
    while (members.next())
        if (members.key() == "value") return members.value();
    return {};
}

std::string value_json(simdjson::dom::element value, std::string_view text) {
    const std::string_view written = written_value(text);
    if (written.empty()) return simdjson::minify(value);
    std::string compact;
    compact.reserve(written.size());
    append_compact_json(compact, written);
    return compact;
}

}  // namespace

ToolResultBody read_tool_result(const ObjectReader& reader, std::string_view text) {
    ToolResultBody body;
    body.call_id = reader.needed_text("callId").value_or("");
    const auto ok = reader.boolean("ok");
    const auto value = reader.member("value");
    if (!reader.member("ok")) reader.fault("ok", "is missing; it must be true or false");
    if (!ok) return body;
    body.answer.ok = *ok;
    if (*ok) {
        if (reader.member("error")) reader.fault("error", "must not stand beside ok: true");
        if (value) body.answer.value_json = value_json(*value, text);
    } else {
        if (value) reader.fault("value", "must not stand beside ok: false");
        body.answer = ToolAnswer::failure(std::string(reader.needed_text("error").value_or("")));
    }
    return body;
}

}  // namespace evald::service
