#pragma once

#include "base/error.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace evald {

/// Reads JSON with // and /* */ comments whose top is an object. A name that stands twice in an object is noted in
/// `faults` ("server.port: stands there twice"); text that is no JSON is an Error with line and column.
[[nodiscard]] Result<nlohmann::json> parse_config_text(const std::string& text, std::vector<std::string>& faults);

/// The whole of a file, at most 1 MiB, or why not.
[[nodiscard]] Result<std::string> read_config_file(const std::string& path);

}  // namespace evald
