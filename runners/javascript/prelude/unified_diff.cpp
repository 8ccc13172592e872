#include <algorithm>

#include "prelude/text_lines.hpp"

namespace evald::js {

namespace {

enum class Side { both, removed, added };

struct DiffLine {
    Side side;
    const std::string* text;
};

using Lines = std::vector<std::string>;

/// Myers' shortest edit script, kept to texts whose difference is of a size that somebody reads: beyond `max_edits` the
/// rest counts as replaced.
std::vector<std::vector<int>> edit_fronts(const Lines& before, const Lines& after, int max_edits) {
    const int n = static_cast<int>(before.size());
    const int m = static_cast<int>(after.size());
    const int offset = max_edits + 1;
    std::vector<int> front(static_cast<std::size_t>(2 * offset + 1), 0);
    const auto at = [&front, offset](int k) -> int& { return front[static_cast<std::size_t>(k + offset)]; };
    std::vector<std::vector<int>> fronts;
    for (int d = 0; d <= max_edits; ++d) {
        fronts.push_back(front);
        for (int k = -d; k <= d; k += 2) {
            int x = k == -d || (k != d && at(k - 1) < at(k + 1)) ? at(k + 1) : at(k - 1) + 1;
            while (x < n && x - k < m && x - k >= 0 &&
                   before[static_cast<std::size_t>(x)] == after[static_cast<std::size_t>(x - k)]) {
                ++x;
            }
            at(k) = x;
            if (x >= n && x - k >= m) {
                return fronts;
            }
        }
    }
    return {};
}

std::vector<DiffLine> replaced_whole(const Lines& before, const Lines& after) {
    std::vector<DiffLine> lines;
    for (const std::string& line : before) {
        lines.push_back({Side::removed, &line});
    }
    for (const std::string& line : after) {
        lines.push_back({Side::added, &line});
    }
    return lines;
}

std::vector<DiffLine> diff_lines(const Lines& before, const Lines& after) {
    constexpr std::size_t k_most_edits = 2000;
    const int max_edits = static_cast<int>(std::min(before.size() + after.size(), k_most_edits));
    const auto fronts = edit_fronts(before, after, max_edits);
    if (fronts.empty()) {
        return replaced_whole(before, after);
    }
    std::vector<DiffLine> lines;
    int x = static_cast<int>(before.size());
    int y = static_cast<int>(after.size());
    const int offset = max_edits + 1;
    for (int d = static_cast<int>(fronts.size()) - 1; d >= 0; --d) {
        const auto& front = fronts[static_cast<std::size_t>(d)];
        const auto at = [&front, offset](int k) { return front[static_cast<std::size_t>(k + offset)]; };
        const int k = x - y;
        const bool is_insertion = k == -d || (k != d && at(k - 1) < at(k + 1));
        const int from_k = is_insertion ? k + 1 : k - 1;
        const int from_x = d == 0 ? 0 : at(from_k);
        const int from_y = d == 0 ? 0 : from_x - from_k;
        while (x > from_x && y > from_y) {
            lines.push_back({Side::both, &before[static_cast<std::size_t>(--x)]});
            --y;
        }
        if (d > 0 && is_insertion) {
            lines.push_back({Side::added, &after[static_cast<std::size_t>(--y)]});
        } else if (d > 0) {
            lines.push_back({Side::removed, &before[static_cast<std::size_t>(--x)]});
        }
    }
    std::reverse(lines.begin(), lines.end());
    return lines;
}

std::string range_text(std::size_t start, std::size_t count) {
    const std::string first = std::to_string(count == 0 ? start : start + 1);
    return count == 1 ? first : first + "," + std::to_string(count);
}

/// Appends lines [begin, end) as one hunk; `old_line` and `new_line` are the numbers of lines before it.
void append_hunk(std::string& out, const std::vector<DiffLine>& lines, std::size_t begin, std::size_t end,
                 std::size_t old_line, std::size_t new_line) {
    std::size_t old_count = 0;
    std::size_t new_count = 0;
    std::string body;
    for (std::size_t i = begin; i < end; ++i) {
        old_count += lines[i].side != Side::added ? 1 : 0;
        new_count += lines[i].side != Side::removed ? 1 : 0;
        body += lines[i].side == Side::both ? ' ' : lines[i].side == Side::added ? '+' : '-';
        body += *lines[i].text + '\n';
    }
    out += "@@ -" + range_text(old_line, old_count) + " +" + range_text(new_line, new_count) + " @@\n" + body;
}

}  // namespace

std::string unified_diff(std::string_view before, std::string_view after, const std::string& before_name,
                         const std::string& after_name) {
    constexpr std::size_t k_context = 3;
    const Lines before_lines = split_lines(before);
    const Lines after_lines = split_lines(after);
    const std::vector<DiffLine> lines = diff_lines(before_lines, after_lines);
    std::string hunks;
    std::size_t old_line = 0;
    std::size_t new_line = 0;
    std::size_t counted = 0;  // lines before here are in old_line and new_line
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].side == Side::both) {
            continue;
        }
        const std::size_t begin = std::max(i > k_context ? i - k_context : 0, counted);
        std::size_t last = i;
        for (std::size_t j = i; j < lines.size() && j <= last + 2 * k_context; ++j) {
            last = lines[j].side != Side::both ? j : last;
        }
        const std::size_t end = std::min(last + k_context + 1, lines.size());
        const auto count_until = [&](std::size_t until) {
            for (; counted < until; ++counted) {
                old_line += lines[counted].side != Side::added ? 1 : 0;
                new_line += lines[counted].side != Side::removed ? 1 : 0;
            }
        };
        count_until(begin);
        append_hunk(hunks, lines, begin, end, old_line, new_line);
        count_until(end);
        i = end - 1;
    }
    return hunks.empty() ? "" : "--- " + before_name + "\n+++ " + after_name + "\n" + hunks;
}

}  // namespace evald::js
