#pragma once

#include "config/config.hpp"

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace evald {

/// Where a setting's value stands in a Config. The alternative is the setting's type: uint64 is a size in bytes.
using Slot = std::variant<bool*, int*, std::uint64_t*, std::chrono::milliseconds*, std::string*,
                          std::vector<std::string>*, std::vector<TokenConfig>*>;

/// Returns what is wrong with one string, or "" when it may stand.
using StringCheck = std::string (*)(std::string_view text);

/// Smallest and largest value in the base unit: bytes, milliseconds or a count.
struct Bounds {
    std::int64_t min = 0;
    std::int64_t max = 0;
};

/// One key of the configuration. The table of them (settings()) is the only place that knows a key: reading the file,
/// the environment and the command line, printing, and config/evald.json come from it. Immutable, any thread.
struct Setting {
    std::string_view key;         ///< dotted path, "server.port"
    Slot (*slot)(Config&);        ///< the place in a Config
    std::string_view doc;         ///< what it means, one line
    Bounds bounds{};              ///< of numbers, sizes and durations
    std::string_view choices{};   ///< of strings: the allowed ones, space-separated; empty: any
    StringCheck check = nullptr;  ///< of strings and of each string of a list
};

/// All settings, grouped, in the order of config/evald.json.
[[nodiscard]] std::span<const Setting> settings();

/// The setting of that key, or null.
[[nodiscard]] const Setting* find_setting(std::string_view key);

/// "server.port" → "EVALD_SERVER_PORT".
[[nodiscard]] std::string environment_name(std::string_view key);

}  // namespace evald
