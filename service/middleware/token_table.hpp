#pragma once

#include "config/config.hpp"
#include "http/caller.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace evald::service {

/// Tells bearer tokens apart by their SHA-256; knows no token itself. Read-only after construction.
class TokenTable {
public:
    explicit TokenTable(const std::vector<TokenConfig>& tokens);

    /// Whose token this is. Takes the same time wherever in the table it stands, or whether it does.
    [[nodiscard]] std::optional<Caller> find(std::string_view token) const;

private:
    using Digest = std::array<unsigned char, 32>;
    struct Entry {
        Digest digest{};
        Caller caller;
    };
    std::vector<Entry> entries_;
};

/// The set that these names stand for; unknown ones count for nothing.
std::uint8_t scope_bits(const std::vector<std::string>& names);

/// A token that nobody can guess: 32 random bytes in base64url.
std::string random_token();

}  // namespace evald::service
