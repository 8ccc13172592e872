#include "middleware/token_table.hpp"

#include "middleware/base64url.hpp"

#include <array>
#include <cstddef>
#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <stdexcept>
#include <utility>

namespace evald::service {
namespace {

unsigned nibble(char c) {
    if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
    if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
    throw std::runtime_error("a token's sha256 is not hexadecimal");
}

}  // namespace

std::uint8_t scope_bits(const std::vector<std::string>& names) {
    constexpr std::array<std::pair<std::string_view, Scope>, 4> known{
        {{"watch", Scope::watch}, {"eval", Scope::eval}, {"metrics", Scope::metrics}, {"admin", Scope::admin}}};
    unsigned bits = 0;
    for (const std::string& name : names)
        for (const auto& [text, scope] : known)
            if (name == text) bits |= static_cast<unsigned>(scope);
    return static_cast<std::uint8_t>(bits);
}

TokenTable::TokenTable(const std::vector<TokenConfig>& tokens) {
    for (const TokenConfig& token : tokens) {
        if (token.sha256.size() != 2 * sizeof(Digest))
            throw std::runtime_error("a token's sha256 is not 64 digits long");
        Entry entry;
        for (std::size_t i = 0; i < entry.digest.size(); ++i)
            entry.digest[i] =
                static_cast<unsigned char>(nibble(token.sha256[2 * i]) * 16 + nibble(token.sha256[2 * i + 1]));
        entry.caller.principal = token.principal.empty() ? token.name : token.principal;
        entry.caller.scopes = scope_bits(token.scopes);
        entries_.push_back(std::move(entry));
    }
}

std::optional<Caller> TokenTable::find(std::string_view token) const {
    Digest digest{};
    SHA256(reinterpret_cast<const unsigned char*>(token.data()), token.size(), digest.data());
    const Entry* found = nullptr;
    for (const Entry& entry : entries_)
        if (CRYPTO_memcmp(entry.digest.data(), digest.data(), digest.size()) == 0) found = &entry;
    if (found == nullptr) return std::nullopt;
    return found->caller;
}

std::string random_token() {
    std::array<unsigned char, 32> bytes{};
    if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1)
        throw std::runtime_error("no randomness to be had");
    return base64url_encoded({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace evald::service
