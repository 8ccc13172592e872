#include "lowering/identifier_text.hpp"
#include "lowering/lowerer.hpp"

namespace evald::js {

/// Function declarations that the engine can't hoist as they are: those whose binding is a property of something.
void Lowerer::hoist_functions(std::vector<Node*>& list) {
    std::vector<Node*> first;
    for (Node*& statement : list) {
        if (statement->kind != Kind::function || !statement->has(f_declaration) || statement->a == nullptr) {
            continue;
        }
        Node* const name = statement->a;
        const Binding* binding = name->binding;
        if (binding == nullptr) {
            continue;
        }
        std::string marked = binding->output;
        if (binding->storage == Binding::Storage::member || statement->has(f_static)) {
            if (binding->storage == Binding::Storage::local) {
                function_->temps.push_back(binding->output);
            }
            statement->a = nullptr;
            statement->text = string_literal(binding->name);
            statement->flags &= ~static_cast<std::uint32_t>(f_declaration);
            statement = code_statement(statement, binding->output, "=", lower_function_value(statement), ";");
            continue;
        }
        const bool is_global = binding->storage == Binding::Storage::global;
        if (is_global) {
            marked = scopes_.fresh_name();
            statement->a = text(marked);
        }
        std::string value = marked;
        if (statement->has(f_generator) || statement->has(f_async)) {
            value = r(mark_of(*statement)) + "(" + value + ")";
        }
        if (marked != binding->name) {
            value = r("name") + "(" + value + "," + string_literal(binding->name) + ")";
        }
        if (is_global) {
            first.push_back(text(binding->output + "=" + value + ";"));
        } else if (value != marked) {
            first.push_back(text(value + ";"));
        }
    }
    list.insert(list.begin(), first.begin(), first.end());
}

/// A coroutine's body is a function inside the one with the parameters: a `var` of the same name there would hide them.
bool Lowerer::declares_name(const Binding& binding) const {
    return binding.storage == Binding::Storage::local &&
           !(binding.kind == Binding::Kind::parameter && function_->is_coroutine() && !function_->in_parameters);
}

}  // namespace evald::js
