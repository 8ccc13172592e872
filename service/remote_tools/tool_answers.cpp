#include "remote_tools/tool_answers.hpp"

#include "api/json_document.hpp"
#include "base/json_writer.hpp"
#include "base/utf8.hpp"
#include "protocol/json_text.hpp"

namespace evald::service {
namespace {

constexpr std::size_t k_shown_max = 500;
constexpr std::size_t k_depth_max = 200;

bool is_json(std::string_view content_type) {
    return content_type == "application/json" || content_type.ends_with("+json");
}

std::string valid_text(std::string_view bytes) {
    std::string text;
    Utf8Decoder decoder;
    decoder.decode(bytes, text);
    decoder.flush(text);
    return text;
}

ToolAnswer as_string(std::string_view bytes) {
    std::string json;
    JsonWriter(json).string(valid_text(bytes));
    return ToolAnswer::value(std::move(json));
}

}  // namespace

std::optional<std::string> compact_json(std::string_view text) {
    const auto document = JsonDocument::parse(text, k_depth_max);
    if (!document) return std::nullopt;
    std::string compact;
    compact.reserve(text.size());
    append_compact_json(compact, text);
    return compact;
}

std::string refusal_text(const OutboundAnswer& answer) {
    if (answer.status / 100 == 3) return "answered with a redirect to elsewhere, which is not followed";
    std::string text = "answered " + std::to_string(answer.status);
    const std::string shown = valid_text(answer.body);
    if (!shown.empty()) text += ": " + shown.substr(0, utf8_safe_cut(shown, k_shown_max));
    if (shown.size() > k_shown_max) text += "…";
    return text;
}

ToolAnswer read_tool_answer(const OutboundAnswer& answer) {
    if (answer.status / 100 != 2) return ToolAnswer::failure(refusal_text(answer));
    if (answer.body.empty()) return ToolAnswer::value("null");
    if (!is_json(answer.content_type)) return as_string(answer.body);
    auto value = compact_json(answer.body);
    if (!value) return ToolAnswer::failure("answered with what is no valid JSON");
    return ToolAnswer::value(std::move(*value));
}

}  // namespace evald::service
