#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace evald::js {

/// The work of the text helpers, on plain UTF-8 text.

/// Lines without their ends; a line end at the end of the text does not begin another line.
std::vector<std::string> split_lines(std::string_view text);
std::string join_lines(const std::vector<std::string>& lines);

/// Lines `offset` (from 1) and on, at most `limit` of them, as they stand in the text.
std::string_view line_range(std::string_view text, std::size_t offset, std::size_t limit);

std::vector<std::string> sorted_lines(std::vector<std::string> lines, bool reverse, bool unique);

using CountedText = std::pair<std::size_t, std::string>;
/// Neighbours that are equal become one, as `uniq -c` counts them.
std::vector<CountedText> count_runs(const std::vector<std::string>& lines);
/// Every different text with its number, most frequent first, or last with `reverse` false.
std::vector<CountedText> count_texts(const std::vector<std::string>& texts, bool most_frequent_first);

/// A unified diff with three lines of context; "" if the texts are equal.
std::string unified_diff(std::string_view before, std::string_view after, const std::string& before_name,
                         const std::string& after_name);

}  // namespace evald::js
