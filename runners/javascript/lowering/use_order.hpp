#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "lowering/scope.hpp"

namespace evald::js {

/// Tells, while names are walked in the order of the source, which uses of `let`, `const` and `class` names come before
/// their initialisation: always (f_too_early), perhaps (f_checked), or, for most of them, provably never.
class UseOrder {
public:
    void use(Node& name, Binding& binding, FunctionScope& user);
    void initialize(Binding* binding);
    /// After the walk: uses inside declared functions, which may be called from anywhere.
    void settle();

private:
    struct Pending {
        Node* name;
        Binding* binding;
        Binding* function;
    };
    void check(Node& name, Binding& binding) const;
    std::uint32_t first_call(Binding* function);

    std::uint32_t position_ = 0;
    std::vector<Pending> pending_;
    std::unordered_map<Binding*, std::uint32_t> first_calls_;
};

}  // namespace evald::js
