#include "config/token_settings.hpp"

#include "config/suggestion.hpp"
#include "platform/sha256.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

namespace evald {
namespace {

using nlohmann::json;

const std::vector<std::string_view> k_members{"name", "sha256", "scopes", "principal"};

bool is_hash(std::string_view text) {
    return text.size() == 64 && text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

/// Names stand in logs and metrics, principals in paths' hashes: printable and short.
bool is_name(std::string_view text) {
    return !text.empty() && text.size() <= 64 &&
           text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") ==
               std::string_view::npos;
}

std::string lower_case(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}

/// Reads one element of auth.tokens, noting faults with their place.
class TokenReader {
public:
    TokenReader(const json& value, std::string where, std::vector<std::string>& faults)
        : value_(value), where_(std::move(where)), faults_(faults) {}

    TokenConfig read() {
        TokenConfig token;
        if (!value_.is_object()) {
            fault("", "must be an object with name, sha256 and scopes");
            return token;
        }
        refuse_unknown_members();
        token.name = text("name", is_name, "1 to 64 letters, digits, '.', '_' or '-'", true);
        token.sha256 = lower_case(text("sha256", is_hash, "64 hex digits, the SHA-256 of the token", true));
        token.principal = text("principal", is_name, "1 to 64 letters, digits, '.', '_' or '-'", false);
        read_scopes(token);
        return token;
    }

private:
    void fault(std::string_view member, const std::string& what) {
        faults_.push_back(where_ + (member.empty() ? "" : "." + std::string{member}) + ": " + what);
    }

    void refuse_unknown_members() {
        for (const auto& [name, unused] : value_.items()) {
            if (std::find(k_members.begin(), k_members.end(), name) != k_members.end()) continue;
            fault(name, "unknown key" + did_you_mean(name, k_members));
        }
    }

    std::string text(std::string_view member, bool (*fits)(std::string_view), const std::string& allowed, bool needed) {
        const auto found = value_.find(member);
        if (found == value_.end()) {
            if (needed) fault(member, "is missing; it must be " + allowed);
            return {};
        }
        if (found->is_string() && fits(found->get_ref<const std::string&>())) return found->get<std::string>();
        fault(member, "must be " + allowed);
        return {};
    }

    void read_scopes(TokenConfig& token) {
        const auto found = value_.find("scopes");
        if (found == value_.end() || !found->is_array() || found->empty()) {
            fault("scopes", "must be a list with at least one of eval, watch, metrics, admin");
            return;
        }
        for (const json& scope : *found) {
            const auto known = scope.is_string() && std::find(std::begin(k_token_scopes), std::end(k_token_scopes),
                                                              scope.get<std::string>()) != std::end(k_token_scopes);
            if (!known) {
                fault("scopes", "must hold only eval, watch, metrics, admin");
            } else {
                token.scopes.push_back(scope.get<std::string>());
            }
        }
    }

    const json& value_;
    std::string where_;
    std::vector<std::string>& faults_;
};

}  // namespace

std::vector<std::string> assign_tokens(const json& value, std::vector<TokenConfig>& place) {
    if (!value.is_array()) return {"must be a list of token objects"};
    std::vector<std::string> faults;
    std::vector<TokenConfig> tokens;
    std::set<std::string> names;
    for (const json& element : value) {
        const std::string where = "[" + std::to_string(tokens.size()) + "]";
        tokens.push_back(TokenReader{element, where, faults}.read());
        const auto& name = tokens.back().name;
        if (!name.empty() && !names.insert(name).second) faults.push_back(where + ".name: stands there twice");
    }
    if (faults.empty()) place = std::move(tokens);
    return faults;
}

nlohmann::ordered_json tokens_to_json(const std::vector<TokenConfig>& tokens) {
    auto list = nlohmann::ordered_json::array();
    for (const TokenConfig& token : tokens) {
        nlohmann::ordered_json entry;
        entry["name"] = token.name;
        entry["scopes"] = token.scopes;
        entry["principal"] = token.principal.empty() ? token.name : token.principal;
        list.push_back(std::move(entry));
    }
    return list;
}

std::string check_token(std::string_view token) {
    constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~+/";
    while (token.ends_with('=')) token.remove_suffix(1);
    const bool fits = !token.empty() && token.find_first_not_of(allowed) == std::string_view::npos;
    return fits ? "" : "must be a bearer token: letters, digits and -._~+/ with '=' only at the end";
}

TokenConfig default_token(std::string_view token) {
    TokenConfig entry;
    entry.name = "default";
    entry.sha256 = sha256_hex(token);
    entry.scopes.assign(std::begin(k_token_scopes), std::end(k_token_scopes));
    entry.principal = "default";
    return entry;
}

}  // namespace evald
