#pragma once

#include <cstddef>
#include <string_view>

namespace evald::js {

/// Columns that a text takes on a terminal: wide East Asian characters and emoji two, combining marks none.
std::size_t text_width(std::string_view text);

}  // namespace evald::js
