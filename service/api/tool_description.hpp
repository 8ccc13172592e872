#pragma once

#include "config/config.hpp"
#include "tools/tool_spec.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace evald::service {

/// In whose words the tool is told: members are named differently by each.
enum class ToolFormat : std::uint8_t { json_schema, openai, anthropic, mcp };
[[nodiscard]] std::optional<ToolFormat> tool_format_from(std::string_view name);

/// What is enabled here, as far as a model should know it.
struct ToolFacts {
    bool has_python = true;
    bool has_javascript = true;
    const Config& config;
    const std::vector<ToolSpec>& tools;  ///< those that the server answers
};

/// What a model is told of the tool `eval`: languages, helpers, magics and limits, those that are there and no others.
[[nodiscard]] std::string tool_description(const ToolFacts& facts);
/// The JSON schema of its input: {cells: […]}.
[[nodiscard]] std::string tool_schema_json(const ToolFacts& facts);
/// Both, in one of the formats.
[[nodiscard]] std::string tool_json(const ToolFacts& facts, ToolFormat format);

}  // namespace evald::service
