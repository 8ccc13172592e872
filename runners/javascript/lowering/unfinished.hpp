#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lowering/lowering.hpp"

namespace evald::js {

/// What a source that the grammar could not read lacks at its end: a bracket, or the end of a literal. Nothing if it
/// lacks none, or closes what it did not open. Only for messages: regular expressions are told from divisions by what
/// stands before them.
std::optional<SyntaxFault> unfinished(std::string_view text);

/// Does a text break off among the arguments of a call? Only for messages.
bool is_in_arguments(std::string_view text);

/// Where in the templates of a source the backslashes of escape sequences stand that are none.
std::vector<std::size_t> wrong_template_escapes(std::string_view text);

SyntaxFault fault_at(std::string_view text, std::size_t at, std::string message);
/// Behind the last character that is no space.
SyntaxFault fault_at_end(std::string_view text, std::string message);

}  // namespace evald::js
