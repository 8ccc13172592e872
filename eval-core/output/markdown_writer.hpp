#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace evald {

/// Writes Markdown: keeps white space, blank lines, line prefixes of quotes and lists, and emphasis marks in order.
///
/// Spaces and line or block breaks are noted and written before the next text, so none stand at the end. What is empty
/// (a bold nothing, a list item without text) leaves no trace but breaks. Nesting that shows is bounded (8 containers,
/// 16 inline marks); deeper levels are read as text of the last one. Linear time.
class MarkdownWriter {
public:
    /// `one_line`: breaks become spaces and there are no blocks, as in a table's cell.
    enum class Layout : std::uint8_t { blocks, one_line };

    explicit MarkdownWriter(Layout layout = Layout::blocks) : layout_(layout) {}

    /// Runs of white space count as one space; a no-break space always is one.
    void text(std::string_view text);
    /// Taken as it is; holds no newline.
    void literal(std::string_view text);
    /// A code span or, as a block of its own, fenced code.
    void code_span(std::string_view code);
    void code_block(std::string_view code);

    /// A hard line break; the second in a row starts a new block.
    void line_break();
    /// What comes next starts a new line.
    void new_line() { note_break(1); }
    /// What comes next starts after a blank line.
    void new_block() { note_break(2); }

    /// Marks such as `**` around what comes. `tag` names it for close_inline.
    void open_inline(std::string_view tag, std::string opening, std::string closing);
    void close_inline(std::string_view tag);

    /// Lines from here start with `first` (once) and `rest`.
    void open_container(std::string_view tag, std::string first, std::string rest);
    /// Ends the innermost container of that name and those inside; nothing if none is open inside the last `within`.
    void close_container(std::string_view tag, std::string_view within = {});
    [[nodiscard]] bool is_in_container(std::string_view tag) const;

    /// Ends everything and hands the text over.
    std::string take();

private:
    struct Inline {
        std::string tag, opening, closing;
        bool is_written = false;
    };
    struct Container {
        std::string tag, first, rest;
        bool first_is_written = false;
    };

    void note_break(int newlines);
    void begin_text();
    void begin_line();
    void append_prefix(std::size_t containers);
    void write_closing_marks(std::size_t keep);

    Layout layout_;
    std::string out_;
    bool in_line_ = false;  // the last line of `out_` can be written on
    bool space_noted_ = false;
    int newlines_noted_ = 0;  // 2 at most
    bool hard_break_noted_ = false;
    std::vector<Inline> inlines_;
    std::vector<Container> containers_;
    std::size_t common_containers_ = 0;  // those of the last line that are still open
};

}  // namespace evald
