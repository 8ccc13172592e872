#include <utility>

#include "lowering/fault.hpp"
#include "lowering/scope_walker.hpp"

namespace evald::js {

/// What a loop runs over stands outside the loop's scope, but its names hide others already.
void ScopeAnalysis::Walker::walk_object(Node& node, bool declares) {
    const auto inside = [&] {
        walk_optional(node.b);
        walk_optional(node.c);
    };
    if (!declares) {
        inside();
        return;
    }
    Scope* const names = analysis_.make_scope(Scope::Kind::block, scope_, scope_->function);
    names->is_never_set = true;
    in_scope(names, [&] {
        declare_names(node.a, scope_, Binding::Kind::let);
        inside();
    });
}

void ScopeAnalysis::Walker::loop(Node& node) {
    const bool declares = (node.kind == Kind::for_loop && node.a != nullptr && node.a->kind == Kind::variables &&
                           node.a->text != "var") ||
                          (node.kind != Kind::for_loop && (node.text == "let" || node.text == "const"));
    if (node.kind != Kind::for_loop) {
        walk_object(node, declares);
    }
    ++loops_;
    const auto inside = [&] {
        if (node.kind == Kind::for_loop) {
            Scope* const outer_head = std::exchange(head_, declares ? scope_ : head_);
            walk_optional(node.a);
            walk_optional(node.b);
            walk_optional(node.c);
            head_ = outer_head;
        } else if (node.text.empty()) {
            walk_optional(node.a);
            assigned(node.a);
        } else {
            declared_pattern(node.a);
        }
        walk(*node.d);
    };
    if (declares) {
        node.scope = analysis_.make_scope(Scope::Kind::loop_head, scope_, scope_->function);
        in_scope(node.scope, [&] {
            if (node.kind == Kind::for_loop) {
                for (Node* declarator : node.a->list) {
                    declare_names(declarator->a, scope_, binding_kind(node.a->text));
                }
            } else {
                declare_names(node.a, scope_, binding_kind(node.text));
            }
            inside();
        });
    } else {
        inside();
    }
    --loops_;
}

void ScopeAnalysis::Walker::cases(Node& node) {
    for (Node* branch : node.list) {
        ++scope_->case_number;
        const std::size_t before = scope_->bindings.size();
        declare_lexical(branch->list);
        for (std::size_t i = before; i < scope_->bindings.size(); ++i) {
            scope_->bindings[i]->case_number = scope_->case_number;
        }
    }
    Scope* const names = scope_;
    names->case_number = 0;
    for (Node* branch : node.list) {
        ++names->case_number;
        walk(*branch);
    }
}

void ScopeAnalysis::Walker::try_block(Node& node) {
    walk(*node.a);
    if (node.c != nullptr) {
        node.scope = analysis_.make_scope(Scope::Kind::caught, scope_, scope_->function);
        in_scope(node.scope, [&] {
            declare_names(node.b, scope_, Binding::Kind::caught);
            declared_pattern(node.b);
            walk(*node.c);
        });
    }
    walk_optional(node.d);
}

void ScopeAnalysis::Walker::block(Node& node) {
    node.scope = analysis_.make_scope(Scope::Kind::block, scope_, scope_->function);
    in_scope(node.scope, [&] {
        declare_lexical(node.list);
        walk_list(node.list);
    });
}

}  // namespace evald::js
