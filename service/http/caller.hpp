#pragma once

#include <cstdint>
#include <string>

namespace evald::service {

/// What a route asks of its caller. A token's scopes are a set of these.
enum class Scope : std::uint8_t {
    open = 0,   ///< anybody
    watch = 1,  ///< reading one's own sessions; `eval` includes it
    eval = 2,
    metrics = 4,
    admin = 8
};

/// Who sent a request.
struct Caller {
    std::string principal;  ///< empty: nobody that is known
    std::uint8_t scopes = 0;

    [[nodiscard]] bool is_known() const { return !principal.empty(); }
    [[nodiscard]] bool has(Scope scope) const {
        const auto bit = static_cast<std::uint8_t>(scope);
        if (scope == Scope::watch && (scopes & static_cast<std::uint8_t>(Scope::eval)) != 0) return true;
        return (scopes & bit) == bit;
    }
};

}  // namespace evald::service
