#include "api/tool_api.hpp"

#include "api/tool_description.hpp"
#include "http/http_error.hpp"
#include "http/target.hpp"

namespace evald::service {

Response get_tool(Exchange& exchange, Services& services) {
    const auto named = query_value(exchange.request().query(), "format");
    const auto format = tool_format_from(named ? *named : "json-schema");
    if (!format) {
        Error error;
        error.code = ErrorCode::invalid_request;
        error.message = "The format must be json-schema, openai, anthropic or mcp.";
        return problem_response(error, exchange.request_id);
    }
    const bool has_python = services.evaluator.availability(Language::python).has_value();
    const bool has_javascript = services.evaluator.availability(Language::javascript).has_value();
    const std::vector<ToolSpec> tools = services.evaluator.configured_tools();
    const ToolFacts facts{has_python, has_javascript, services.config, tools};
    return Response::json(tool_json(facts, *format));
}

}  // namespace evald::service
