#pragma once

#include "config/config.hpp"

#include <string>

namespace evald {

/// What is in force, as indented JSON that a configuration file may hold; of tokens only name, scopes and principal.
[[nodiscard]] std::string print_config(const Config& config);

/// The documented configuration file: every key with its default, meaning, unit and what is allowed. config/evald.json
/// is this text.
[[nodiscard]] std::string config_reference();

}  // namespace evald
