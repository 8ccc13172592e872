#pragma once

#include "config/config.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace evald {

/// Scopes that a token may have.
inline constexpr std::string_view k_token_scopes[] = {"eval", "watch", "metrics", "admin"};

/// Reads auth.tokens. Returns every fault, each led by its place ("[0].sha256: …"); `place` changes only without one.
[[nodiscard]] std::vector<std::string> assign_tokens(const nlohmann::json& value, std::vector<TokenConfig>& place);

/// Name, scopes and principal of each; the hashes stay inside.
[[nodiscard]] nlohmann::ordered_json tokens_to_json(const std::vector<TokenConfig>& tokens);

/// What is wrong with a token given in the clear ("must be …"), or "". Never repeats the token.
[[nodiscard]] std::string check_token(std::string_view token);

/// The entry for a token given in the clear: name and principal `default`, all scopes. Keeps its hash only.
[[nodiscard]] TokenConfig default_token(std::string_view token);

}  // namespace evald
