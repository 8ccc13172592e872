#include "http/range_header.hpp"

#include "http/request.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace evald::service {
namespace {

/// Digits only; a number too large for 64 bits is as good as the largest.
std::optional<std::uint64_t> number(std::string_view text) {
    if (text.empty() || text.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
    std::uint64_t value = 0;
    const auto [last, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc::result_out_of_range ? ~std::uint64_t{0} : value;
}

}  // namespace

RangeChoice choose_range(std::string_view range, std::uint64_t size) {
    using Kind = RangeChoice::Kind;
    constexpr std::string_view unit = "bytes=";
    RangeChoice choice;
    range = trimmed(range);
    if (range.size() <= unit.size() || !equals_ignoring_case(range.substr(0, unit.size()), unit)) return choice;
    range = trimmed(range.substr(unit.size()));
    const auto dash = range.find('-');
    if (dash == std::string_view::npos || range.find(',') != std::string_view::npos) return choice;
    const auto first = number(range.substr(0, dash));
    const auto last = number(range.substr(dash + 1));
    if (dash == 0) {  // a suffix: the last N bytes
        if (!last) return choice;
        choice.length = std::min(*last, size);
        choice.first = size - choice.length;
        choice.kind = choice.length == 0 ? Kind::unsatisfiable : Kind::part;
        return choice;
    }
    const bool is_open = dash + 1 == range.size();
    if (!first || (!is_open && !last) || (last && *last < *first)) return choice;
    if (*first >= size) {
        choice.kind = Kind::unsatisfiable;
        return choice;
    }
    choice.kind = Kind::part;
    choice.first = *first;
    choice.length = (is_open ? size - 1 : std::min(*last, size - 1)) - *first + 1;
    return choice;
}

bool matches_etag(std::string_view list, std::string_view etag) {
    if (trimmed(list) == "*") return true;
    while (!list.empty()) {
        std::string_view tag = list.substr(0, list.find(','));
        list.remove_prefix(std::min(list.size(), tag.size() + 1));
        tag = trimmed(tag);
        if (tag.starts_with("W/")) tag.remove_prefix(2);
        if (tag == etag) return true;
    }
    return false;
}

}  // namespace evald::service
