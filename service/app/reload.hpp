#pragma once

#include "config/config_loader.hpp"

#include <functional>

namespace evald::service {

/// What reads the configuration again from where it came. A token that came by EVALD_TOKEN is kept as its hash; the
/// token itself is forgotten here.
std::function<Result<Config>()> make_reload(ConfigSources sources, const Config& config);

}  // namespace evald::service
