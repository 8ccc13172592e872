#pragma once

#include "lowering/ast.hpp"

namespace evald::js {

/// How tightly expressions bind, and what else decides where the printer needs parentheses.
inline constexpr int k_sequence = 0;
inline constexpr int k_assignment = 1;
inline constexpr int k_conditional = 2;
inline constexpr int k_unary = 14;
inline constexpr int k_postfix = 15;
inline constexpr int k_call = 16;
inline constexpr int k_primary = 18;

int precedence(const Node& node);

/// Does the character belong to a word, so that two of them need a blank between?
bool is_word_character(char c);

/// Would an expression statement that begins with this be read as something else?
bool begins_unsafely(const Node& node);

/// A call inside the callee of `new` would end it.
bool contains_call(const Node& node);

}  // namespace evald::js
