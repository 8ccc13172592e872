#pragma once

#include <cstdint>
#include <string_view>

namespace evald {

// clang-format off
/// What an HTML element means for Markdown. Elements of the same meaning share a value; the groups are in this order.
enum class HtmlElement : std::uint8_t {
    unknown,  ///< only its content counts
    paragraph, line, heading, quote, list, ordered_list, item, term, definition, rule, line_break,  ///< blocks
    table, row, cell,                                                                               ///< of a table
    bold, italic, strike, code, preformatted, link, image, superscript, subscript, quotation,       ///< inline
    skipped  ///< not shown, with all its content
};
// clang-format on

/// `name` in lower case.
HtmlElement html_element(std::string_view name);
/// Elements that have no content and no end tag.
bool is_void_element(std::string_view name);

}  // namespace evald
