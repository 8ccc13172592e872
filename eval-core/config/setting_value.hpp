#pragma once

#include "config/setting.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace evald {

/// Puts a value of the configuration file into its place. Returns every fault, as "must be … , not …" or, for a place
/// within the value, "[0].name: …"; the place is unchanged when there is one.
[[nodiscard]] std::vector<std::string> assign_json(const Setting& setting, Config& config, const nlohmann::json& value);

/// The same for a value of the environment or the command line: a list is comma-separated.
[[nodiscard]] std::vector<std::string> assign_text(const Setting& setting, Config& config, std::string_view text);

/// The value that stands in `config`, as it may be written in the file. Of tokens the hash is left out.
[[nodiscard]] nlohmann::ordered_json value_to_json(const Setting& setting, const Config& config);

/// Type, unit and what is allowed, in words: "an integer from 0 to 65535".
[[nodiscard]] std::string describe_allowed(const Setting& setting);

}  // namespace evald
