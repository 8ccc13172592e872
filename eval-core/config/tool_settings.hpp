#pragma once

#include "base/error.hpp"
#include "config/config.hpp"

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace evald {

/// What a member of `tools` that is no setting holds, for the reference.
extern const std::string_view k_tool_settings_doc;

/// Reads tools.NAME. Returns every fault, each led by its place within the value (".url: …", or ": …" for all of it);
/// `tools` gets the tool, in place of one of that name, only without one.
[[nodiscard]] std::vector<std::string> assign_tool(const std::string& name, const nlohmann::json& value,
                                                   std::vector<ToolConfig>& tools);

/// As they may be written in the file: headers with their ${VARIABLE}s, never with what those hold.
[[nodiscard]] nlohmann::ordered_json tools_to_json(const std::vector<ToolConfig>& tools);

/// Puts the environment's values into headers and the completion key. Returns a fault for each variable that a header
/// names and that is not set, with its place ("tools.NAME.headers.X: …").
[[nodiscard]] std::vector<FieldError> fill_in_variables(Config& config,
                                                        const std::map<std::string, std::string>& environment);

}  // namespace evald
