#include <algorithm>
#include <utility>

#include "lowering/fault.hpp"
#include "lowering/identifier_text.hpp"
#include "lowering/scope_walker.hpp"

namespace evald::js {

void ScopeAnalysis::Walker::program(Node& node) {
    FunctionScope& function = analysis_.functions_.emplace_back();
    function.node = &node;
    scope_ = function.scope = node.scope = analysis_.make_scope(Scope::Kind::program, nullptr, &function);
    is_strict_ = node.has(f_strict);
    hoist_variables(node);
    declare_lexical(node.list);
    walk_list(node.list);
    order_.settle();
}

namespace {

/// Functions in parameters see the parameters, not the variables of the body.
bool holds_closure(const std::vector<Node*>& list) {
    return std::any_of(list.begin(), list.end(), [](Node* node) {
        bool found = node->kind == Kind::function || node->kind == Kind::class_value;
        for_each_child(*node, [&found](Node* child) { found = found || holds_closure({child}); });
        return found;
    });
}

}  // namespace

void ScopeAnalysis::Walker::function(Node& node) {
    Scope* outer = scope_;
    // The name of a function expression is seen from inside only.
    FunctionScope& function = analysis_.functions_.emplace_back();
    function.parent = scope_->function;
    function.node = &node;
    function.scope = node.scope = analysis_.make_scope(Scope::Kind::function, outer, &function);
    const int loops = std::exchange(loops_, 0);
    const bool outer_strict = std::exchange(is_strict_, is_strict_ || node.has(f_strict));
    in_scope(function.scope, [&] {
        if (node.a != nullptr && node.kind == Kind::function && !node.has(f_declaration)) {
            node.a->binding = analysis_.declare(scope_, node.a->text, Binding::Kind::function, *node.a);
            node.a->binding->is_self_name = true;
        }
        for (Node* parameter : node.list) {
            declare_names(parameter, scope_, Binding::Kind::parameter);
        }
        for (Binding* binding : scope_->bindings) {
            binding->is_pending = binding->kind == Binding::Kind::parameter;
        }
        const bool has_own_body = node.b != nullptr && node.b->kind == Kind::block && holds_closure(node.list);
        if (node.b != nullptr && node.b->kind == Kind::block && !has_own_body) {
            hoist_variables(*node.b);
            declare_lexical(node.b->list);
        }
        for (Node* parameter : node.list) {
            declared_pattern(parameter);
        }
        if (has_own_body) {
            function.scope = node.b->scope = analysis_.make_scope(Scope::Kind::block, scope_, &function);
            in_scope(node.b->scope, [&] {
                hoist_variables(*node.b);
                declare_lexical(node.b->list);
                walk_list(node.b->list);
            });
        } else if (node.b != nullptr && node.b->kind == Kind::block) {
            walk_list(node.b->list);
        } else {
            walk_optional(node.b);
        }
    });
    loops_ = loops;
    is_strict_ = outer_strict;
}

void ScopeAnalysis::Walker::class_value(Node& node) {
    const bool outer_strict = std::exchange(is_strict_, true);
    walk_optional(node.b);
    node.scope = scope_;
    node.binding = analysis_.internal(scope_);
    Scope* const names = analysis_.make_scope(Scope::Kind::block, scope_, scope_->function);
    in_scope(names, [&] {
        if (node.a != nullptr) {
            // Inside the class its name means the class itself, whatever happens to the outer binding.
            names->names[node.a->text] = node.binding;
        }
        for (Node* member : node.list) {
            if (member->a != nullptr && member->a->kind == Kind::private_name) {
                Binding*& key = names->names[member->a->text];
                if (key == nullptr) {
                    key = analysis_.internal(node.scope);
                    if (is_plain_name(member->a->text.substr(1))) {  // for messages that tell what was called
                        key->name = key->output += "$$" + member->a->text.substr(1);
                    }
                }
                member->a->binding = key;
            }
        }
        for (Node* member : node.list) {
            if (member->has(f_computed)) {
                walk(*member->a);
            }
            if (member->b != nullptr && member->has(f_field)) {
                wrap_initializer(*member, member->b);
            }
            walk_optional(member->b);
            if (member->c != nullptr) {
                wrap_initializer(*member, member->c);
                walk(*member->c);
            }
            node.binding->is_captured = true;
        }
    });
    is_strict_ = outer_strict;
}

/// Initialisers and static blocks are functions as far as names and `this` go; they get their nodes when classes
/// are lowered, so only the scope is noted here.
void ScopeAnalysis::Walker::wrap_initializer(Node& member, Node*& body) {
    Node* function = analysis_.initializers_.make(Kind::function, &member);
    function->flags = f_initializer | f_method | f_strict;
    function->b = body;
    body = function;
}

void ScopeAnalysis::Walker::private_reference(Node& node) {
    for (Scope* scope = scope_; scope != nullptr; scope = scope->parent) {
        const auto entry = scope->names.find(node.text);
        if (entry != scope->names.end()) {
            node.binding = entry->second;
            use(node.binding, node.binding->output);
            return;
        }
    }
    throw SyntaxFaultError("Private field '" + node.text + "' must be declared in an enclosing class", node);
}

}  // namespace evald::js
