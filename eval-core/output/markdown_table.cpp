#include "output/markdown_table.hpp"

#include <algorithm>
#include <utility>

namespace evald {
namespace {

constexpr std::size_t k_max_columns = 256;

void repeat(std::string& row, std::string_view cell, std::size_t times) {
    for (; times > 0; --times) row += cell;
}

}  // namespace

void MarkdownTable::begin_row() {
    if (!rows_.empty() && column_ == 0) return;
    for (std::size_t column = column_; column < covered_.size(); ++column)
        covered_[column] -= covered_[column] > 0 ? 1 : 0;
    rows_.emplace_back("|");
    column_ = 0;
}

void MarkdownTable::add_cell(std::string_view text, std::size_t column_span, std::size_t row_span) {
    if (rows_.empty()) begin_row();
    while (column_ < covered_.size() && covered_[column_] > 0 && put_filler(covered_[column_])) {
    }
    put(text, row_span);
    while (column_span > 1 && put_filler(row_span)) --column_span;
}

void MarkdownTable::put(std::string_view text, std::size_t row_span) {
    if (column_ == k_max_columns) return;
    std::string& row = rows_.back();
    row += ' ';
    for (const char c : text) {
        if (c == '|') row += '\\';
        row += c;
    }
    row += " |";
    if (covered_.size() == column_) covered_.push_back(0);
    covered_[column_] = std::max<std::size_t>(row_span, 1) - 1;
    ++column_;
    most_columns_ = std::max(most_columns_, column_);
    if (rows_.size() == 1) first_row_columns_ = column_;
}

bool MarkdownTable::put_filler(std::size_t row_span) {
    if (filler_ == 0 || column_ == k_max_columns) return false;
    --filler_;
    put("", row_span);
    return true;
}

std::vector<std::string> MarkdownTable::take() {
    if (!rows_.empty() && column_ == 0) rows_.pop_back();
    if (rows_.empty()) return {};
    // As wide as the widest row: readers of pipe tables drop what stands beyond the head.
    repeat(rows_.front(), "  |", most_columns_ - first_row_columns_);
    std::string rule = "|";
    repeat(rule, " --- |", most_columns_);
    rows_.insert(rows_.begin() + 1, std::move(rule));
    return std::move(rows_);
}

}  // namespace evald
