#pragma once

#include <optional>
#include <string_view>

#include "lowering/lowering.hpp"

namespace evald::js {

/// What a source that the grammar could not read lacks at its end: a bracket, or the end of a literal. Nothing if it
/// lacks none, or closes what it did not open. Only for messages: regular expressions are told from divisions by what
/// stands before them.
std::optional<SyntaxFault> unfinished(std::string_view text);

}  // namespace evald::js
