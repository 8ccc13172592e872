#include "app/reload.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace evald::service {
namespace {

std::optional<TokenConfig> take_token_of_environment(ConfigSources& sources, const Config& config) {
    const auto variable = sources.environment.find("EVALD_TOKEN");
    if (variable == sources.environment.end() || variable->second.empty()) return std::nullopt;
    std::fill(variable->second.begin(), variable->second.end(), '\0');
    sources.environment.erase(variable);
    const auto named_default = [](const TokenConfig& token) { return token.name == "default"; };
    const auto found = std::find_if(config.auth.tokens.begin(), config.auth.tokens.end(), named_default);
    if (found == config.auth.tokens.end()) return std::nullopt;
    return *found;
}

}  // namespace

std::function<Result<Config>()> make_reload(ConfigSources sources, const Config& config) {
    const std::optional<TokenConfig> of_environment = take_token_of_environment(sources, config);
    return [sources = std::move(sources), of_environment] {
        Result<Config> loaded = load_config(sources);
        if (loaded && of_environment) loaded->auth.tokens.push_back(*of_environment);
        return loaded;
    };
}

}  // namespace evald::service
