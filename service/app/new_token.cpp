#include "app/new_token.hpp"

#include "config/token_settings.hpp"
#include "middleware/token_table.hpp"
#include "platform/sha256.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace evald::service {

int print_new_token(const NewToken& wanted) {
    const std::string token = random_token();
    nlohmann::ordered_json entry;
    entry["name"] = wanted.name;
    entry["sha256"] = sha256_hex(token);
    entry["scopes"] = wanted.scopes;
    if (!wanted.principal.empty()) entry["principal"] = wanted.principal;
    std::vector<TokenConfig> unused;
    const std::vector<std::string> faults = assign_tokens(nlohmann::json::array({nlohmann::json(entry)}), unused);
    for (const std::string& fault : faults) std::fprintf(stderr, "evald: %s\n", fault.c_str());
    if (!faults.empty()) return 2;
    std::printf("%s\n%s\n", token.c_str(), entry.dump().c_str());
    return 0;
}

}  // namespace evald::service
