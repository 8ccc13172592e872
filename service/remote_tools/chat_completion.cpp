#include "remote_tools/chat_completion.hpp"

#include "base/json_writer.hpp"
#include "remote_tools/tool_answers.hpp"
#include "tools/tool_schema.hpp"

#include <nlohmann/json.hpp>
#include <optional>

namespace evald::service {
namespace {

using nlohmann::json;

constexpr std::string_view k_path = "/chat/completions";
constexpr const char* k_parameters =
    R"({"type":"object","required":["prompt"],"additionalProperties":false,"properties":{)"
    R"("prompt":{"type":"string"},"model":{"enum":["smol","default","slow"]},)"
    R"("system":{"type":"string"},"schema":{"type":"object"}}})";

std::string dump(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

const std::string& model_of(const std::string& tier, const Config::Completion& settings) {
    if (tier == "smol" && !settings.model_smol.empty()) return settings.model_smol;
    if (tier == "slow" && !settings.model_slow.empty()) return settings.model_slow;
    return settings.model_default;
}

/// The text of a message: a string, or a list of parts.
std::optional<std::string> text_of(const json& content) {
    if (content.is_string()) return content.get<std::string>();
    if (!content.is_array()) return std::nullopt;
    std::string text;
    for (const json& part : content)
        if (part.is_object() && part.value("text", json()).is_string()) text += part["text"].get<std::string>();
    return text;
}

/// Some models put a fence around JSON, whatever they were asked.
std::string_view without_fence(std::string_view text) {
    const auto begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos || !text.substr(begin).starts_with("```")) return text;
    const auto line_end = text.find('\n', begin);
    const auto close = text.rfind("```");
    if (line_end == std::string_view::npos || close <= line_end) return text;
    return text.substr(line_end + 1, close - line_end - 1);
}

ToolAnswer with_data(const std::string& text, bool is_cut_off, const std::string& schema_json) {
    const auto data = compact_json(without_fence(text));
    if (!data) {
        return ToolAnswer::failure(is_cut_off
                                       ? "the model's answer was cut off at its longest before its JSON was whole"
                                       : "the model's answer is no JSON, though a schema was given");
    }
    const auto schema = ToolSchema::compile(schema_json);
    const std::string faults = schema ? (*schema)->faults_of(*data) : std::string();
    if (!faults.empty()) return ToolAnswer::failure("the model's answer does not fit the schema: " + faults);
    std::string value;
    JsonWriter(value).begin_object().member("text", text).key("data").raw(*data).end_object();
    return ToolAnswer::value(std::move(value));
}

}  // namespace

ToolSpec completion_spec() {
    ToolSpec spec;
    spec.name = "completion";
    spec.description = "A model's answer to a prompt.";
    spec.parameters_json = k_parameters;
    spec.schema = *ToolSchema::compile(spec.parameters_json);
    spec.pauses_timeout = true;
    return spec;
}

std::string chat_url(std::string url) {
    const auto query = url.find('?');
    std::string rest = query == std::string::npos ? "" : url.substr(query);
    url.resize(std::min(query, url.size()));
    while (url.ends_with('/')) url.pop_back();
    if (!url.ends_with(k_path)) url += k_path;
    return url + rest;
}

Result<ChatRequest> make_chat_request(std::string_view args_json, const Config::Completion& settings) {
    const json args = json::parse(args_json, nullptr, false);
    json body;
    body["model"] = model_of(args.value("model", "default"), settings);
    body["messages"] = json::array();
    if (args.contains("system")) body["messages"].push_back({{"role", "system"}, {"content", args["system"]}});
    body["messages"].push_back({{"role", "user"}, {"content", args.value("prompt", "")}});
    ChatRequest request;
    if (args.contains("schema")) {
        request.schema_json = dump(args["schema"]);
        const auto schema = ToolSchema::compile(request.schema_json);
        if (!schema)
            return Error{ErrorCode::invalid_request, "the schema given to completion() " + schema.error().message};
        json format;
        format["type"] = "json_schema";
        format["json_schema"]["name"] = "answer";
        format["json_schema"]["schema"] = args["schema"];
        body["response_format"] = std::move(format);
    }
    request.body = dump(body);
    return request;
}

ToolAnswer read_chat_answer(const OutboundAnswer& answer, const std::string& schema_json) {
    if (answer.status / 100 != 2) return ToolAnswer::failure("the completion API " + refusal_text(answer));
    const json body = compact_json(answer.body) ? json::parse(answer.body, nullptr, false) : json();
    const json::json_pointer place("/choices/0/message");
    if (!body.is_object() || !body.contains(place) || !body.at(place).is_object())
        return ToolAnswer::failure("the completion API answered with what is no chat completion");
    const json& message = body.at(place);
    const auto text = text_of(message.value("content", json()));
    if (!text) {
        const json refusal = message.value("refusal", json());
        if (refusal.is_string()) return ToolAnswer::failure("the model refused: " + refusal.get<std::string>());
        return ToolAnswer::failure("the completion API answered without a text");
    }
    const json reason = body.at(json::json_pointer("/choices/0")).value("finish_reason", json());
    if (!schema_json.empty()) return with_data(*text, reason == "length", schema_json);
    std::string value;
    JsonWriter(value).begin_object().member("text", *text).end_object();
    return ToolAnswer::value(std::move(value));
}

}  // namespace evald::service
