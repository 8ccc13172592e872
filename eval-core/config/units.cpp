#include "config/units.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

namespace evald {
namespace {

struct Unit {
    std::string_view name;
    std::uint64_t factor;
};

// From small to large, as the formatting wants it.
constexpr std::array<Unit, 4> k_durations{{{"ms", 1}, {"s", 1'000}, {"m", 60'000}, {"h", 3'600'000}}};
constexpr std::array<Unit, 5> k_sizes{
    {{"B", 1}, {"KiB", 1ULL << 10U}, {"MiB", 1ULL << 20U}, {"GiB", 1ULL << 30U}, {"TiB", 1ULL << 40U}}};
constexpr std::uint64_t k_largest = 1ULL << 53U;  // beyond it a JSON number is no longer exact

template <std::size_t N>
std::optional<std::uint64_t> factor_of(const std::array<Unit, N>& units, std::string_view name) {
    for (const Unit& unit : units) {
        if (unit.name == name) return unit.factor;
    }
    return std::nullopt;
}

/// The number that `text` begins with; what follows it goes to `rest`.
template <class Number>
std::optional<Number> leading_number(std::string_view text, std::string_view& rest) {
    if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
    Number value{};
    const char* const end = text.data() + text.size();
    std::from_chars_result read{};
    if constexpr (std::is_floating_point_v<Number>) {
        read = std::from_chars(text.data(), end, value, std::chars_format::fixed);
    } else {
        read = std::from_chars(text.data(), end, value);
    }
    if (read.ec != std::errc{}) return std::nullopt;
    rest = text.substr(static_cast<std::size_t>(read.ptr - text.data()));
    return value;
}

template <std::size_t N>
std::string format(const std::array<Unit, N>& units, std::uint64_t value, std::string_view zero) {
    if (value == 0) return std::string{zero};
    const Unit* best = &units.front();
    for (const Unit& unit : units) {
        if (value % unit.factor == 0) best = &unit;
    }
    return std::to_string(value / best->factor) + std::string{best->name};
}

}  // namespace

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) {
    std::string_view name;
    const auto number = leading_number<double>(text, name);
    if (!number) return std::nullopt;
    const auto factor = name.empty() ? std::optional<std::uint64_t>{1'000} : factor_of(k_durations, name);
    if (!factor) return std::nullopt;
    const double value = *number * static_cast<double>(*factor);
    const double whole = std::round(value);
    if (value > static_cast<double>(k_largest) || std::abs(value - whole) > 1e-6) return std::nullopt;
    return std::chrono::milliseconds{static_cast<std::int64_t>(whole)};
}

std::optional<std::uint64_t> parse_size(std::string_view text) {
    std::string_view name;
    const auto number = leading_number<std::uint64_t>(text, name);
    if (!number) return std::nullopt;
    const auto factor = name.empty() ? std::optional<std::uint64_t>{1} : factor_of(k_sizes, name);
    if (!factor || *number > k_largest / *factor) return std::nullopt;
    return *number * *factor;
}

std::string format_duration(std::chrono::milliseconds value) {
    return format(k_durations, static_cast<std::uint64_t>(value.count()), "0s");
}

std::string format_size(std::uint64_t bytes) { return format(k_sizes, bytes, "0B"); }

}  // namespace evald
