#include <utility>

#include "lowering/fault.hpp"
#include "lowering/scope.hpp"

namespace evald::js {

namespace {

Binding::Kind kind_of(const std::string& keyword) {
    return keyword == "let"     ? Binding::Kind::let
           : keyword == "const" ? Binding::Kind::constant
                                : Binding::Kind::variable;
}

}  // namespace

class ScopeAnalysis::Walker {
public:
    explicit Walker(ScopeAnalysis& analysis) : analysis_(analysis) {}

    void program(Node& node) {
        FunctionScope& function = analysis_.functions_.emplace_back();
        function.node = &node;
        scope_ = function.scope = node.scope = analysis_.make_scope(Scope::Kind::program, nullptr, &function);
        hoist_variables(node);
        declare_lexical(node.list);
        walk_list(node.list);
    }

private:
    /// `var` and function declarations of a function's body, wherever they stand in it.
    void hoist_variables(Node& node) {
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

    void declare_names(Node* pattern, Scope* scope, Binding::Kind kind) {
        for_each_bound_name(pattern, [&](Node& name) { analysis_.declare(scope, name.text, kind, name); });
    }

    void declare_lexical(const std::vector<Node*>& statements) {
        for (Node* statement : statements) {
            Node* inner = statement->kind == Kind::export_value && statement->a != nullptr ? statement->a : statement;
            while (inner->kind == Kind::labeled) {
                inner = inner->a;
            }
            if (inner->kind == Kind::variables && inner->text != "var") {
                for (Node* declarator : inner->list) {
                    declare_names(declarator->a, scope_, kind_of(inner->text));
                }
            } else if (inner->kind == Kind::function && inner->has(f_declaration) && inner->a != nullptr) {
                // In sloppy code a function in a block belongs to the function around it.
                const auto taken = function_scope()->names.find(inner->a->text);
                const bool is_taken = taken != function_scope()->names.end() && taken->second->is_lexical();
                inner->a->binding = analysis_.declare(is_taken ? scope_ : function_scope(), inner->a->text,
                                                      Binding::Kind::function, *inner->a);
                inner->flags |= loops_ > 0 ? f_static : 0;  // made anew in each iteration
            } else if (inner->kind == Kind::class_value && inner->has(f_declaration) && inner->a != nullptr) {
                inner->a->binding = analysis_.declare(scope_, inner->a->text, Binding::Kind::class_name, *inner->a);
            } else if (inner->kind == Kind::import_from) {
                for (Node* name : inner->list) {
                    name->a->binding = analysis_.declare(scope_, name->a->text, Binding::Kind::imported, *name->a);
                }
            }
        }
    }

    Scope* function_scope() { return scope_->function->scope; }

    template <class Inside>
    void in_scope(Scope* scope, Inside&& inside) {
        Scope* const outer = scope_;
        scope->is_in_loop = loops_ > 0;
        scope_ = scope;
        inside();
        scope_ = outer;
    }

    void walk_list(std::vector<Node*>& list) {
        for (Node*& child : list) {
            if (child != nullptr) {
                walk(*child);
            }
        }
    }

    void walk_children(Node& node) {
        for_each_child(node, [this](Node*& child) { walk(*child); });
    }

    void walk_optional(Node* node) {
        if (node != nullptr) {
            walk(*node);
        }
    }

    void block(Node& node) {
        node.scope = analysis_.make_scope(Scope::Kind::block, scope_, scope_->function);
        in_scope(node.scope, [&] {
            declare_lexical(node.list);
            walk_list(node.list);
        });
    }

    void reference(Node& name) {
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
    }

    void use(Binding* binding, const std::string& name) {
        FunctionScope* const owner = binding == nullptr ? nullptr : binding->scope->function;
        for (FunctionScope* function = scope_->function; function != nullptr; function = function->parent) {
            function->used[name].insert(binding);
            if (function == owner) {
                break;
            }
        }
        if (binding != nullptr && owner != scope_->function) {
            binding->is_captured = true;
        }
    }

    void assigned(Node* pattern) {
        for_each_bound_name(pattern, [this](Node& name) {
            if (name.binding == nullptr || name.has(f_prefix)) {
                return;  // a loop's head changes its own copy
            }
            name.binding->is_assigned = true;
        });
    }

    void function(Node& node) {
        Scope* outer = scope_;
        // The name of a function expression is seen from inside only.
        FunctionScope& function = analysis_.functions_.emplace_back();
        function.parent = scope_->function;
        function.node = &node;
        function.scope = node.scope = analysis_.make_scope(Scope::Kind::function, outer, &function);
        const int loops = std::exchange(loops_, 0);
        Scope* const head = std::exchange(head_, nullptr);
        in_scope(function.scope, [&] {
            if (node.a != nullptr && node.kind == Kind::function && !node.has(f_declaration)) {
                node.a->binding = analysis_.declare(scope_, node.a->text, Binding::Kind::function, *node.a);
                node.a->binding->is_self_name = true;
            }
            for (Node* parameter : node.list) {
                declare_names(parameter, scope_, Binding::Kind::parameter);
            }
            if (node.b != nullptr && node.b->kind == Kind::block) {
                hoist_variables(*node.b);
                declare_lexical(node.b->list);
            }
            walk_list(node.list);
            if (node.b != nullptr && node.b->kind == Kind::block) {
                walk_list(node.b->list);
            } else {
                walk_optional(node.b);
            }
        });
        loops_ = loops;
        head_ = head;
    }

    void class_value(Node& node) {
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
                use_class_inside(node);
            }
        });
    }

    /// Initialisers and static blocks are functions as far as names and `this` go; they get their nodes when classes
    /// are lowered, so only the scope is noted here.
    void wrap_initializer(Node& member, Node*& body) {
        Node* function = analysis_.initializers_.make(Kind::function, &member);
        function->flags = f_initializer | f_method | f_strict;
        function->b = body;
        body = function;
    }

    void use_class_inside(Node& node) { node.binding->is_captured = true; }

    void loop(Node& node) {
        const bool declares = (node.kind == Kind::for_loop && node.a != nullptr && node.a->kind == Kind::variables &&
                               node.a->text != "var") ||
                              (node.kind != Kind::for_loop && (node.text == "let" || node.text == "const"));
        if (node.kind != Kind::for_loop) {
            walk_optional(node.b);  // the object is outside the loop's scope
            walk_optional(node.c);
        }
        ++loops_;
        const auto inside = [&] {
            if (node.kind == Kind::for_loop) {
                Scope* const outer_head = std::exchange(head_, declares ? scope_ : head_);
                walk_optional(node.a);
                walk_optional(node.b);
                walk_optional(node.c);
                head_ = outer_head;
            } else {
                walk_optional(node.a);
                if (node.text.empty()) {
                    assigned(node.a);
                }
            }
            walk(*node.d);
        };
        if (declares) {
            node.scope = analysis_.make_scope(Scope::Kind::loop_head, scope_, scope_->function);
            in_scope(node.scope, [&] {
                if (node.kind == Kind::for_loop) {
                    for (Node* declarator : node.a->list) {
                        declare_names(declarator->a, scope_, kind_of(node.a->text));
                    }
                } else {
                    declare_names(node.a, scope_, kind_of(node.text));
                }
                inside();
            });
        } else {
            inside();
        }
        --loops_;
    }

    void try_block(Node& node) {
        walk(*node.a);
        if (node.c != nullptr) {
            node.scope = analysis_.make_scope(Scope::Kind::caught, scope_, scope_->function);
            in_scope(node.scope, [&] {
                declare_names(node.b, scope_, Binding::Kind::caught);
                walk_optional(node.b);
                walk(*node.c);
            });
        }
        walk_optional(node.d);
    }

    void walk(Node& node) {
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
                    node.a->binding =
                        analysis_.declare(function_scope(), node.a->text, Binding::Kind::function, *node.a);
                }
                function(node);
                return;
            case Kind::class_value: class_value(node); return;
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
                in_scope(node.scope, [&] {
                    for (Node* branch : node.list) {
                        declare_lexical(branch->list);
                    }
                    walk_list(node.list);
                });
                return;
            case Kind::assign:
                walk_children(node);
                assigned(node.a);
                return;
            case Kind::update:
                walk(*node.a);
                assigned(node.a);
                return;
            case Kind::import_from:
            case Kind::export_names:
                for (Node* name : node.list) {
                    if (node.a == nullptr) {
                        walk(*name->a);
                    }
                }
                return;
            default: walk_children(node);
        }
    }

    void private_reference(Node& node) {
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

    ScopeAnalysis& analysis_;
    Scope* scope_ = nullptr;
    Scope* head_ = nullptr;  ///< the loop whose head is being walked
    int loops_ = 0;          ///< around the present place, in its function
};

void ScopeAnalysis::run(Node& program) {
    Walker(*this).program(program);
    choose_outputs();
}

}  // namespace evald::js
