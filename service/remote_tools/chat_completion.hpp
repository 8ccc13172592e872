#pragma once

#include "base/error.hpp"
#include "config/config.hpp"
#include "remote_tools/http_call.hpp"
#include "tools/tool_answer.hpp"
#include "tools/tool_spec.hpp"

#include <string>
#include <string_view>

namespace evald::service {

/// completion() over an OpenAI-compatible chat API: what is asked, and what the answer means. Pure.

/// The tool `completion` as cells see it.
[[nodiscard]] ToolSpec completion_spec();

/// Where chat completions are asked for: `url` itself if it names them, else below it.
[[nodiscard]] std::string chat_url(std::string url);

/// What is asked for one call. `args_json` fits completion_spec(): {prompt, model?, system?, schema?}.
struct ChatRequest {
    std::string body;
    std::string schema_json;  ///< empty: text is wanted
};
/// invalid_request: the schema is none.
[[nodiscard]] Result<ChatRequest> make_chat_request(std::string_view args_json, const Config::Completion& settings);

/// {text}, and {data} where a schema was given: the text as JSON, checked against it.
[[nodiscard]] ToolAnswer read_chat_answer(const OutboundAnswer& answer, const std::string& schema_json);

}  // namespace evald::service
