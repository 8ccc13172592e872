#pragma once

#include <exception>
#include <string>
#include <utility>

#include "lowering/ast.hpp"
#include "lowering/lowering.hpp"

namespace evald::js {

/// A fault that a pass finds; caught where the source came in.
class SyntaxFaultError : public std::exception {
public:
    SyntaxFaultError(std::string message, const Node& place) : fault_{std::move(message), place.line, place.column} {}
    explicit SyntaxFaultError(SyntaxFault fault) : fault_(std::move(fault)) {}
    const char* what() const noexcept override { return fault_.message.c_str(); }
    const SyntaxFault& fault() const { return fault_; }

private:
    SyntaxFault fault_;
};

}  // namespace evald::js
