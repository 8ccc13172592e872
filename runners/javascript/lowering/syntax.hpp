#pragma once

#include <string_view>
#include <variant>

#include "lowering/ast.hpp"
#include "lowering/lowering.hpp"

namespace evald::js {

/// Parses a source into `tree`; the program node, or the first fault.
std::variant<Node*, SyntaxFault> parse_source(std::string_view text, Tree& tree);

}  // namespace evald::js
