#pragma once

#include <string>
#include <string_view>

namespace evald {

/// The content of HTML as basic Markdown for a reader: headings, paragraphs, emphasis, code, links, images (by their
/// alt text), lists, pipe tables, quotes, rules. Styles, scripts, SVG and what is `hidden` are left out.
///
/// Takes anything, also broken HTML; linear time, bounded depth. No white space at the ends. Text is not escaped: it is
/// meant to be read, not to be rendered from a stranger's hand without care.
std::string html_to_markdown(std::string_view html);

}  // namespace evald
