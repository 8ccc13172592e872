#pragma once

#include "lowering/ast.hpp"

namespace evald::js {

/// What the grammar reads but the language forbids, and can be told without knowing what names mean: jumps without a
/// target, declarations without a value, assignments to what is no place. Throws SyntaxFaultError at the first.
void check_early_errors(Node& program);

}  // namespace evald::js
