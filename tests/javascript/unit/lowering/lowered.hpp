#pragma once

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <variant>

#include "lowering/lowering.hpp"

namespace evald::js {

/// What a source that must be right is lowered to.
inline std::string lowered(std::string_view text, SourceKind kind = SourceKind::cell) {
    const Lowering::Result result = make_modern_lowering()->lower({"source", text, kind});
    if (const auto* fault = std::get_if<SyntaxFault>(&result)) {
        FAIL("refused: ", fault->message);
    }
    return std::get<LoweredSource>(result).text;
}

/// "line:column: message" of a source that must be refused.
inline std::string fault_of(std::string_view text, SourceKind kind = SourceKind::cell) {
    const Lowering::Result result = make_modern_lowering()->lower({"source", text, kind});
    const auto* fault = std::get_if<SyntaxFault>(&result);
    if (fault == nullptr) {
        return "no fault";
    }
    return std::to_string(fault->line) + ":" + std::to_string(fault->column) + ": " + fault->message;
}

inline bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// The line, from 1, on which a part of the text stands; 0 if it does not.
inline int line_of(std::string_view text, std::string_view part) {
    const std::size_t at = text.find(part);
    if (at == std::string_view::npos) {
        return 0;
    }
    int line = 1;
    for (const char c : text.substr(0, at)) {
        line += c == '\n' ? 1 : 0;
    }
    return line;
}

}  // namespace evald::js
