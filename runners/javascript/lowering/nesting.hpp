#pragma once

#include <string_view>

namespace evald::js {

/// Is the text nested so deeply that the parser could not bear it? Beyond some 65,000 open constructs at a fault
/// tree-sitter 0.20 writes past its arrays. Counts openings without reading the text as a lexer does: a bound, not the
/// depth itself.
bool nests_too_deeply(std::string_view text);

}  // namespace evald::js
