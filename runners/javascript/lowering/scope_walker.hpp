#pragma once

#include <string>
#include <vector>

#include "lowering/scope.hpp"
#include "lowering/use_order.hpp"

namespace evald::js {

/// One walk over the tree, in the order of the source: declares the names of each scope as it is entered, and binds
/// every name that is met.
class ScopeAnalysis::Walker {
public:
    explicit Walker(ScopeAnalysis& analysis) : analysis_(analysis) {}
    void program(Node& node);  // scope_functions.cpp

private:
    // scope_declarations.cpp
    static Binding::Kind binding_kind(const std::string& keyword);
    void hoist_variables(Node& node);
    void declare_names(Node* pattern, Scope* scope, Binding::Kind kind);
    void declare_lexical(const std::vector<Node*>& statements);
    void declare_function(Node& function);
    void declared_pattern(Node* pattern);

    // scope_references.cpp
    void reference(Node& name);
    void use(Binding* binding, const std::string& name);
    void assigned(Node* pattern);
    void exported(Binding* binding);

    // scope_functions.cpp
    void function(Node& node);
    void class_value(Node& node);
    void wrap_initializer(Node& member, Node*& body);
    void private_reference(Node& node);

    // scope_loops.cpp
    void walk_object(Node& node, bool declares);
    void loop(Node& node);
    void cases(Node& node);
    void try_block(Node& node);
    void block(Node& node);

    // scope_walk.cpp
    void walk(Node& node);
    void walk_export(Node& node);

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
        for (Node* child : list) {
            walk_optional(child);
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

    ScopeAnalysis& analysis_;
    UseOrder order_;
    Scope* scope_ = nullptr;
    Scope* head_ = nullptr;   ///< the loop whose head is being walked
    int loops_ = 0;           ///< around the present place, in its function
    bool declaring_ = false;  ///< a pattern of a declaration is being walked
    bool is_strict_ = false;
};

}  // namespace evald::js
