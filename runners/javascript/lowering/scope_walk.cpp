#include <utility>

#include "lowering/fault.hpp"
#include "lowering/scope_walker.hpp"

namespace evald::js {

void ScopeAnalysis::Walker::walk(Node& node) {
    switch (node.kind) {
        case Kind::identifier: reference(node); return;
        case Kind::private_name: reference(node); return;
        case Kind::dot:
            walk(*node.a);
            if (node.text[0] == '#') {
                private_reference(node);
            }
            return;
        case Kind::property:
            if (node.has(f_computed)) {
                walk(*node.a);
            }
            walk_optional(node.b);
            return;
        case Kind::function:
            if (node.has(f_declaration) && node.a != nullptr && node.a->binding == nullptr) {
                // Not in a list of statements: `if (x) function f() {}`
                node.a->binding = analysis_.declare(function_scope(), node.a->text, Binding::Kind::function, *node.a);
            }
            function(node);
            return;
        case Kind::class_value:
            class_value(node);
            if (node.has(f_declaration) && node.a != nullptr) {
                order_.initialize(node.a->binding);
            }
            return;
        case Kind::declarator:
            walk_optional(node.b);
            declared_pattern(node.a);
            return;
        case Kind::block: block(node); return;
        case Kind::for_loop:
        case Kind::for_in:
        case Kind::for_of: loop(node); return;
        case Kind::while_loop:
        case Kind::do_loop:
            ++loops_;
            walk_children(node);
            --loops_;
            return;
        case Kind::try_block: try_block(node); return;
        case Kind::switch_on:
            walk(*node.a);
            node.scope = analysis_.make_scope(Scope::Kind::block, scope_, scope_->function);
            node.scope->is_switch = true;
            in_scope(node.scope, [&] { cases(node); });
            return;
        case Kind::assign:
            walk_children(node);
            assigned(node.a);
            return;
        case Kind::update:
            walk(*node.a);
            assigned(node.a);
            return;
        case Kind::import_from: return;
        case Kind::export_names:
        case Kind::export_value: walk_export(node); return;
        default: walk_children(node);
    }
}

void ScopeAnalysis::Walker::walk_export(Node& node) {
    if (node.kind == Kind::export_names) {
        for (Node* name : node.list) {
            if (node.a == nullptr) {
                walk(*name->a);
                exported(name->a->binding);
            }
        }
        return;
    }
    walk_children(node);
    exported(node.binding);
    order_.initialize(node.binding);
    if (node.a != nullptr && node.a->kind == Kind::variables) {
        for (Node* declarator : node.a->list) {
            for_each_bound_name(declarator->a, [this](Node& name) { exported(name.binding); });
        }
    } else if (node.a != nullptr && node.a->a != nullptr) {
        exported(node.a->a->binding);
    }
}

void ScopeAnalysis::run(Node& program) {
    Walker(*this).program(program);
    choose_outputs();
}

}  // namespace evald::js
