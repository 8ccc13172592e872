#include "config/token_settings.hpp"
#include "platform/sha256.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace evald;
using nlohmann::json;

namespace {

json token_entry() {
    json entry;
    entry["name"] = "agent";
    entry["sha256"] = sha256_hex("secret");
    entry["scopes"] = {"eval", "watch"};
    return entry;
}

json list_of(const json& first) {
    json list = json::array();
    list.push_back(first);
    return list;
}

std::vector<std::string> faults_of(const json& value) {
    std::vector<TokenConfig> tokens;
    auto faults = assign_tokens(value, tokens);
    CHECK(tokens.empty());
    return faults;
}

}  // namespace

TEST_CASE("a token has a name, a hash, scopes and perhaps a principal") {
    auto entry = token_entry();
    entry["principal"] = "team";
    entry["sha256"] = "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD";
    std::vector<TokenConfig> tokens;
    REQUIRE(assign_tokens(list_of(entry), tokens).empty());
    REQUIRE(tokens.size() == 1);
    CHECK(tokens[0].name == "agent");
    CHECK(tokens[0].principal == "team");
    CHECK(tokens[0].sha256 == sha256_hex("abc"));
    CHECK(tokens[0].scopes == std::vector<std::string>{"eval", "watch"});
}

TEST_CASE("every fault of a token is named with its place") {
    const auto faults = faults_of(json::parse(R"([{"name": "a b", "scope": ["eval"]}, 3])"));
    REQUIRE(faults.size() == 5);
    CHECK(faults[0] == "[0].scope: unknown key, did you mean scopes?");
    CHECK(faults[1].starts_with("[0].name: must be 1 to 64"));
    CHECK(faults[2].starts_with("[0].sha256: is missing"));
    CHECK(faults[3].starts_with("[0].scopes: must be a list"));
    CHECK(faults[4].starts_with("[1]: must be an object"));
}

TEST_CASE("an unknown scope, no scope, and a name that is taken are refused") {
    auto entry = token_entry();
    entry["scopes"] = {"eval", "root"};
    CHECK(faults_of(list_of(entry)).size() == 1);
    entry["scopes"] = json::array();
    CHECK(faults_of(list_of(entry)).size() == 1);
    json twice = list_of(token_entry());
    twice.push_back(token_entry());
    CHECK(faults_of(twice) == std::vector<std::string>{"[1].name: stands there twice"});
    CHECK(faults_of("secret") == std::vector<std::string>{"must be a list of token objects"});
}

TEST_CASE("a token in the clear must be one that an Authorization header can carry") {
    for (const auto* token : {"a", "abc-._~+/09", "dG9rZW4="}) CHECK(check_token(token).empty());
    for (const auto* token : {"", "=", "a b", "a\n", "a=b", "\xc3\xa4"}) CHECK_FALSE(check_token(token).empty());
}

TEST_CASE("the default token has all scopes and keeps only its hash") {
    const auto token = default_token("secret");
    CHECK(token.name == "default");
    CHECK(token.principal == "default");
    CHECK(token.sha256 == sha256_hex("secret"));
    CHECK(token.scopes == std::vector<std::string>{"eval", "watch", "metrics", "admin"});
}

TEST_CASE("printed tokens do not show their hash") {
    const std::vector<TokenConfig> tokens{default_token("secret")};
    const auto text = tokens_to_json(tokens).dump();
    CHECK(text.find(sha256_hex("secret")) == std::string::npos);
    CHECK(text == R"([{"name":"default","scopes":["eval","watch","metrics","admin"],"principal":"default"}])");
}
