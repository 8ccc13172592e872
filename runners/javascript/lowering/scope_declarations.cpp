#include <algorithm>
#include <array>

#include "lowering/fault.hpp"
#include "lowering/scope_walker.hpp"

namespace evald::js {

namespace {

bool is_reserved_when_strict(std::string_view name) {
    constexpr std::array<std::string_view, 9> k_words{"let",     "yield",     "static", "implements", "package",
                                                      "private", "interface", "public", "protected"};
    return std::find(k_words.begin(), k_words.end(), name) != k_words.end();
}

}  // namespace

Binding::Kind ScopeAnalysis::Walker::binding_kind(const std::string& keyword) {
    return keyword == "let"     ? Binding::Kind::let
           : keyword == "const" ? Binding::Kind::constant
                                : Binding::Kind::variable;
}

/// `var` and function declarations of a function's body, wherever they stand in it.
void ScopeAnalysis::Walker::hoist_variables(Node& node) {
    for_each_child(node, [this](Node*& child) {
        switch (child->kind) {
            case Kind::function:
            case Kind::class_value: return;
            case Kind::variables:
                if (child->text == "var") {
                    for (Node* declarator : child->list) {
                        declare_names(declarator->a, function_scope(), Binding::Kind::variable);
                    }
                }
                break;
            case Kind::for_in:
            case Kind::for_of:
                if (child->text == "var") {
                    declare_names(child->a, function_scope(), Binding::Kind::variable);
                }
                break;
            default: break;
        }
        hoist_variables(*child);
    });
}

void ScopeAnalysis::Walker::declare_names(Node* pattern, Scope* scope, Binding::Kind kind) {
    for_each_bound_name(pattern, [&](Node& name) {
        if (is_strict_ && is_reserved_when_strict(name.text)) {
            throw SyntaxFaultError("Unexpected strict mode reserved word", name);
        }
        analysis_.declare(scope, name.text, kind, name);
    });
}

void ScopeAnalysis::Walker::declare_lexical(const std::vector<Node*>& statements) {
    for (Node* statement : statements) {
        Node* inner = statement->kind == Kind::export_value && statement->a != nullptr ? statement->a : statement;
        while (inner->kind == Kind::labeled) {
            inner = inner->a;
        }
        if (inner->kind == Kind::variables && inner->text != "var") {
            for (Node* declarator : inner->list) {
                declare_names(declarator->a, scope_, binding_kind(inner->text));
            }
        } else if (inner->kind == Kind::function && inner->has(f_declaration) && inner->a != nullptr) {
            declare_function(*inner);
        } else if (inner->kind == Kind::class_value && inner->has(f_declaration) && inner->a != nullptr) {
            inner->a->binding = analysis_.declare(scope_, inner->a->text, Binding::Kind::class_name, *inner->a);
        } else if (inner->kind == Kind::export_value && inner->a == nullptr) {
            inner->binding = analysis_.declare(scope_, "default", Binding::Kind::let, *inner);
        } else if (inner->kind == Kind::import_from) {
            for (Node* name : inner->list) {
                name->a->binding = analysis_.declare(scope_, name->a->text, Binding::Kind::imported, *name->a);
            }
        }
    }
}

/// A pattern that declares its names: each has a value from where it stands on.
void ScopeAnalysis::Walker::declared_pattern(Node* pattern) {
    if (pattern == nullptr) {
        return;
    }
    switch (pattern->kind) {
        case Kind::identifier: {
            const bool outer = std::exchange(declaring_, true);
            reference(*pattern);
            declaring_ = outer;
            order_.initialize(pattern->binding);
            return;
        }
        case Kind::with_default:
            walk(*pattern->b);
            declared_pattern(pattern->a);
            return;
        case Kind::rest: declared_pattern(pattern->a); return;
        case Kind::property:
            if (pattern->has(f_computed)) {
                walk(*pattern->a);
            }
            declared_pattern(pattern->b);
            return;
        case Kind::array_pattern:
        case Kind::object_pattern:
            for (Node* element : pattern->list) {
                declared_pattern(element);
            }
            return;
        default: walk(*pattern);
    }
}

/// In sloppy code a function in a block belongs to the function around it, unless that has a `let` of the name.
void ScopeAnalysis::Walker::declare_function(Node& function) {
    const std::string& name = function.a->text;
    const auto taken = function_scope()->names.find(name);
    const bool is_taken = taken != function_scope()->names.end() && taken->second->is_lexical();
    function.a->binding = analysis_.declare(is_taken || is_strict_ ? scope_ : function_scope(), name,
                                            Binding::Kind::function, *function.a);
    function.flags |= loops_ > 0 ? f_static : 0;  // made anew in each iteration
}

}  // namespace evald::js
