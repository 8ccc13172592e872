#pragma once

#include <optional>
#include <string_view>

#include "lowering/lowering.hpp"

namespace evald::js {

/// The first token of a source after which no program goes on so, in V8's words. Nothing for what parses. Parses once
/// more, and watches the parser: its tree of a faulty source says what was left out, not where the fault showed.
std::optional<SyntaxFault> unexpected_token(std::string_view text);

}  // namespace evald::js
