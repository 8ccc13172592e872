#pragma once

#include <string>
#include <string_view>

namespace evald {

/// Appends `text` with its character references replaced: numeric ones and the usual names (`&amp;`, `&nbsp;`,
/// `&hellip;`, Greek letters, …). What is no known reference stays as it is. Linear time.
void append_decoded(std::string& out, std::string_view text);

}  // namespace evald
