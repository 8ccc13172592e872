#include "lowering/use_order.hpp"

#include <algorithm>
#include <limits>

namespace evald::js {

namespace {

/// The function directly inside `owner` in which `user` is; null if they are the same.
FunctionScope* outermost_inside(FunctionScope* owner, FunctionScope* user) {
    FunctionScope* inner = nullptr;
    while (user != nullptr && user != owner) {
        inner = user;
        user = user->parent;
    }
    return inner;
}

/// The binding of a declared function, which can be called before the place where it stands.
Binding* declared(const FunctionScope* function) {
    const Node* node = function->node;
    return node != nullptr && node->kind == Kind::function && node->has(f_declaration) && node->a != nullptr
               ? node->a->binding
               : nullptr;
}

}  // namespace

void UseOrder::use(Node& name, Binding& binding, FunctionScope& user) {
    ++position_;
    FunctionScope* const owner = binding.scope->function;
    FunctionScope* const inner = outermost_inside(owner, &user);
    if (binding.kind == Binding::Kind::function) {
        binding.uses.push_back({position_, inner == nullptr ? nullptr : declared(inner)});
        return;
    }
    if (binding.scope->is_never_set) {
        name.flags |= f_too_early;
        return;
    }
    if (inner == nullptr) {
        if (binding.is_pending) {
            name.flags |= f_too_early;
        } else if (binding.scope->is_switch && binding.case_number != binding.scope->case_number) {
            check(name, binding);
        }
        return;
    }
    if (!binding.is_lexical()) {
        return;
    }
    if (Binding* const function = declared(inner)) {
        pending_.push_back({&name, &binding, function});
    } else if (binding.is_pending || binding.scope->is_switch) {
        check(name, binding);
    }
}

void UseOrder::check(Node& name, Binding& binding) const {
    name.flags |= f_checked;
    binding.is_checked = true;
}

void UseOrder::initialize(Binding* binding) {
    if (binding != nullptr && binding->is_pending) {
        binding->is_pending = false;
        binding->initialized_at = ++position_;
    }
}

/// The position from which on the function may be called.
std::uint32_t UseOrder::first_call(Binding* function) {
    const auto [entry, is_new] = first_calls_.try_emplace(function, std::numeric_limits<std::uint32_t>::max());
    if (!is_new) {
        return entry->second;  // known, or being found out further up: then that is where the answer comes from
    }
    std::uint32_t first = std::numeric_limits<std::uint32_t>::max();
    for (const FunctionUse& use : function->uses) {
        first = std::min(first, use.inside == nullptr ? use.position : first_call(use.inside));
    }
    return first_calls_[function] = first;
}

void UseOrder::settle() {
    for (const Pending& pending : pending_) {
        if (pending.binding->scope->is_switch || first_call(pending.function) < pending.binding->initialized_at) {
            check(*pending.name, *pending.binding);
        }
    }
}

}  // namespace evald::js
