#include "lowering/identifier_text.hpp"
#include "lowering/lowerer.hpp"

namespace evald::js {

Node* Lowerer::lower_identifier(Node* node) {
    if (node->binding == nullptr) {
        return node->text == "arguments" ? lower_arguments_object(node) : node;
    }
    if (node->has(f_too_early)) {
        return too_early(*node);
    }
    if (is_checked(*node)) {
        return code(node, "(", node, "===", unset(), "?", too_early(*node), ":", node, ")");
    }
    return node;
}

/// Before `let x`: an error, or in a cell the value that an earlier cell gave the name.
Node* Lowerer::too_early(const Node& name) {
    const bool is_global = name.binding->storage == Binding::Storage::global;
    return code(&name, r(is_global ? "earlier" : "tooEarly"), "(", string_literal(name.text), ")");
}

/// Names of a cell's top level outlive it: no mark of a name without value may stay in them.
bool Lowerer::is_checked(const Node& name) const {
    return name.has(f_checked) && name.binding->storage != Binding::Storage::global && !declaring_;
}

/// What a checked name holds before it has a value.
std::string Lowerer::unset() {
    uses_unset_ = true;
    return prefix_ + "u";
}

/// Marks the checked names of a scope that is being entered.
Node* Lowerer::mark_unset(const Scope* scope) {
    std::string marks;
    if (scope != nullptr) {
        for (const Binding* binding : scope->bindings) {
            if (binding->is_checked && binding->storage == Binding::Storage::local) {
                marks += binding->output + "=";
            }
        }
    }
    return marks.empty() ? nullptr : text(marks + unset() + ";");
}

/// The guard before an assignment to a name: null where it may be assigned.
Node* Lowerer::assignment_guard(const Node& target) {
    if (declaring_ || target.binding == nullptr) {
        return nullptr;
    }
    if (target.has(f_too_early) && target.binding->storage != Binding::Storage::global) {
        return too_early(target);
    }
    if (is_checked(target)) {
        Node* name = tree_.make(Kind::text);
        name->text = target.binding->output;
        return code(&target, name, "===", unset(), "&&", too_early(target));
    }
    return nullptr;
}

}  // namespace evald::js
