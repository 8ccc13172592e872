#include <utility>

#include "lowering/fault.hpp"
#include "lowering/scope_walker.hpp"

namespace evald::js {

void ScopeAnalysis::Walker::reference(Node& name) {
    Binding* found = nullptr;
    for (Scope* scope = scope_; scope != nullptr && found == nullptr; scope = scope->parent) {
        const auto entry = scope->names.find(name.text);
        found = entry == scope->names.end() ? nullptr : entry->second;
    }
    use(found, name.text);
    name.binding = found;
    if (found != nullptr && found->scope == head_) {
        name.flags |= f_prefix;  // written as the head writes it
    }
    if (found != nullptr && !declaring_) {
        order_.use(name, *found, *scope_->function);
    }
}

void ScopeAnalysis::Walker::use(Binding* binding, const std::string& name) {
    FunctionScope* const owner = binding == nullptr ? nullptr : binding->scope->function;
    for (FunctionScope* function = scope_->function; function != nullptr; function = function->parent) {
        function->used[name].insert(binding);
        if (function == owner) {
            break;
        }
    }
    if (binding != nullptr) {
        binding->is_referenced = true;
        binding->is_captured = binding->is_captured || owner != scope_->function;
    }
}

void ScopeAnalysis::Walker::assigned(Node* pattern) {
    for_each_bound_name(pattern, [this](Node& name) {
        if (name.binding == nullptr || name.has(f_prefix)) {
            return;  // a loop's head changes its own copy
        }
        name.binding->is_assigned = true;
    });
}

/// Other modules may ask for it, or call it, at any time.
void ScopeAnalysis::Walker::exported(Binding* binding) {
    if (binding != nullptr && binding->is_lexical() && binding->storage == Binding::Storage::local) {
        binding->is_checked = true;
    } else if (binding != nullptr) {
        binding->uses.push_back({0, nullptr});
    }
}

}  // namespace evald::js
