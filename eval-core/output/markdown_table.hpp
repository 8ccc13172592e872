#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace evald {

/// Collects the cells of a table and writes them as a pipe table, the first row as its head.
///
/// A cell over several columns or rows stands in the first, the others stay empty. At most 256 columns, further cells
/// are dropped. `filler` is how many empty cells may still be written, over all tables that share it: a few numbers in
/// a source can't make a huge text.
class MarkdownTable {
public:
    explicit MarkdownTable(std::size_t& filler) : filler_(filler) {}

    void begin_row();
    /// `text` is one line; spans of 0 count as 1.
    void add_cell(std::string_view text, std::size_t column_span, std::size_t row_span);
    /// Its lines, without newlines; none if there is no cell.
    std::vector<std::string> take();

private:
    void put(std::string_view text, std::size_t row_span);
    bool put_filler(std::size_t row_span);

    std::size_t& filler_;
    std::vector<std::string> rows_;
    std::size_t column_ = 0;  // of the last row: where the next cell comes
    std::size_t most_columns_ = 0;
    std::size_t first_row_columns_ = 0;
    std::vector<std::size_t> covered_;  // by column: over how many more rows a cell above reaches
};

}  // namespace evald
