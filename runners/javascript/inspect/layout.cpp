#include "inspect/layout.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>

#include "inspect/text_width.hpp"
#include "protocol/text_encoding.hpp"

namespace evald::js {

namespace {

constexpr std::size_t k_separator = 2;  // ", "

std::string joined(const std::vector<std::string>& entries, std::string_view separator) {
    std::string text;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        text += i == 0 ? std::string_view() : separator;
        text += entries[i];
    }
    return text;
}

bool fits_line(const ObjectParts& parts, std::size_t start, std::size_t break_length) {
    std::size_t total = parts.entries.size() + start;
    if (total + parts.entries.size() > break_length) {
        return false;
    }
    for (const std::string& entry : parts.entries) {
        total += utf16_length(entry);
        if (total > break_length) {
            return false;
        }
    }
    return parts.base.find('\n') == std::string::npos;
}

/// How many columns a list gets; 0 or 1: none.
std::size_t column_count(const std::vector<std::size_t>& widths, std::size_t entry_count, std::size_t indentation,
                         const InspectOptions& options) {
    const std::size_t longest = *std::max_element(widths.begin(), widths.end());
    const std::size_t total =
        std::accumulate(widths.begin(), widths.end(), std::size_t{0}) + k_separator * widths.size();
    const std::size_t widest = longest + k_separator;
    // Entries of very different length stay ungrouped: the space between the short ones would be enormous.
    const bool alike = static_cast<double>(total) / static_cast<double>(widest) > 5 || longest <= 6;
    if (widest * 3 + indentation >= options.break_length || !alike) {
        return 0;
    }
    // A rectangle that looks square, a character being about 2.5 times as high as wide.
    constexpr double k_character_height = 2.5;
    const double bias =
        std::sqrt(static_cast<double>(widest) - static_cast<double>(total) / static_cast<double>(entry_count));
    const double biased = std::max(static_cast<double>(widest) - 3 - bias, 1.0);
    const auto square = static_cast<std::size_t>(
        std::floor(std::sqrt(k_character_height * biased * static_cast<double>(widths.size())) / biased + 0.5));
    const auto by_compact = static_cast<std::size_t>(options.compact) * 4;
    return std::min({square, (options.break_length - indentation) / widest, by_compact, std::size_t{15}});
}

std::vector<std::string> grouped_in_columns(const ObjectParts& parts, std::size_t indentation,
                                            const InspectOptions& options) {
    const bool has_more = options.max_array_length < parts.entries.size();  // the last entry is "... n more items"
    const std::size_t count = parts.entries.size() - (has_more ? 1 : 0);
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < count; ++i) {
        widths.push_back(text_width(parts.entries[i]));
    }
    const std::size_t columns = column_count(widths, parts.entries.size(), indentation, options);
    if (columns <= 1) {
        return parts.entries;
    }
    std::vector<std::size_t> column_widths(columns, 0);
    for (std::size_t i = 0; i < count; ++i) {
        column_widths[i % columns] = std::max(column_widths[i % columns], widths[i] + k_separator);
    }
    std::vector<std::string> rows;
    for (std::size_t begin = 0; begin < count; begin += columns) {
        const std::size_t end = std::min(begin + columns, count);
        std::string row;
        for (std::size_t i = begin; i < end; ++i) {
            const bool is_last = i + 1 == end;
            const std::string padding(column_widths[i - begin] - k_separator - widths[i], ' ');
            if (parts.all_numbers) {
                row += padding + parts.entries[i] + (is_last ? "" : ", ");
            } else {
                row += parts.entries[i] + (is_last ? "" : ", " + padding);
            }
        }
        rows.push_back(std::move(row));
    }
    if (has_more) {
        rows.push_back(parts.entries.back());
    }
    return rows;
}

}  // namespace

std::string lay_out(ObjectParts parts, const LayoutPlace& place, const InspectOptions& options) {
    constexpr std::size_t k_group_from = 7;
    const std::size_t entry_count = parts.entries.size();
    const std::string prefix = parts.base.empty() ? "" : parts.base + ' ';
    if (options.compact >= 1) {
        if (parts.is_list && entry_count >= k_group_from) {
            parts.entries = grouped_in_columns(parts, place.indentation, options);
        }
        if (place.levels_inside < options.compact && parts.entries.size() == entry_count) {
            // 10 stands for whatever else may share the line.
            const std::size_t start =
                entry_count + place.indentation + utf16_length(parts.open) + utf16_length(parts.base) + 10;
            if (fits_line(parts, start, options.break_length)) {
                const std::string line = joined(parts.entries, ", ");
                if (line.find('\n') == std::string::npos) {
                    return prefix + parts.open + ' ' + line + ' ' + parts.close;
                }
            }
        }
    }
    const std::string indentation = '\n' + std::string(place.indentation, ' ');
    return prefix + parts.open + indentation + "  " + joined(parts.entries, ',' + indentation + "  ") + indentation +
           parts.close;
}

}  // namespace evald::js
