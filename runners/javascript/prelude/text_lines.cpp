#include "prelude/text_lines.hpp"

#include <algorithm>
#include <unordered_map>

namespace evald::js {

std::vector<std::string> split_lines(std::string_view text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string_view line = text.substr(begin, end - begin);
        if (!line.empty() && line.back() == '\r') {
            line.remove_suffix(1);
        }
        lines.emplace_back(line);
        begin = end + 1;
    }
    return lines;
}

std::string join_lines(const std::vector<std::string>& lines) {
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        text += i == 0 ? "" : "\n";
        text += lines[i];
    }
    return text;
}

std::string_view line_range(std::string_view text, std::size_t offset, std::size_t limit) {
    std::size_t begin = 0;
    for (std::size_t line = 1; line < offset && begin < text.size(); ++line) {
        begin = std::min(text.find('\n', begin), text.size() - 1) + 1;
    }
    std::size_t end = begin;
    for (std::size_t line = 0; line < limit && end < text.size(); ++line) {
        end = std::min(text.find('\n', end), text.size() - 1) + 1;
    }
    return text.substr(begin, end - begin);
}

std::vector<std::string> sorted_lines(std::vector<std::string> lines, bool reverse, bool unique) {
    std::stable_sort(lines.begin(), lines.end());
    if (unique) {
        lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    }
    if (reverse) {
        std::reverse(lines.begin(), lines.end());
    }
    return lines;
}

std::vector<CountedText> count_runs(const std::vector<std::string>& lines) {
    std::vector<CountedText> runs;
    for (const std::string& line : lines) {
        if (!runs.empty() && runs.back().second == line) {
            ++runs.back().first;
        } else {
            runs.emplace_back(1, line);
        }
    }
    return runs;
}

std::vector<CountedText> count_texts(const std::vector<std::string>& texts, bool most_frequent_first) {
    std::unordered_map<std::string, std::size_t> counts;
    for (const std::string& text : texts) {
        ++counts[text];
    }
    std::vector<CountedText> counted;
    counted.reserve(counts.size());
    for (const auto& [text, count] : counts) {
        counted.emplace_back(count, text);
    }
    std::sort(counted.begin(), counted.end());
    if (most_frequent_first) {
        std::reverse(counted.begin(), counted.end());
    }
    return counted;
}

}  // namespace evald::js
