#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lowering/ast.hpp"
#include "lowering/fault.hpp"
#include "lowering/scope.hpp"

namespace evald::js {

/// Replaces, bottom up, everything that the engine does not know. One feature a file (lower_*.cpp); the state shared
/// between them is the function that is being lowered. Helpers of the runtime are called on the object in `r`.
class Lowerer {
public:
    Lowerer(Tree& tree, ScopeAnalysis& scopes, std::string prefix, SourceKind kind, bool has_big_integers)
        : tree_(tree),
          scopes_(scopes),
          prefix_(std::move(prefix)),
          r_(prefix_ + "r."),
          kind_(kind),
          has_big_integers_(has_big_integers) {}

    /// The whole source as one function expression.
    Node* program(Node& program, bool& is_async);
    /// What a module's imports and re-exports name, in order.
    const std::vector<std::string>& imports() const { return imports_; }

private:
    /// What is known of the function around the present node.
    struct Function {
        Node* node = nullptr;
        Function* outer = nullptr;
        bool is_arrow = false;
        bool is_async = false;
        bool is_generator = false;
        bool is_program = false;
        std::vector<std::string> temps;
        bool needs_this = false;  ///< an inner arrow or the coroutine's body uses it
        bool needs_arguments = false;
        bool needs_new_target = false;
        std::string own_arguments;   ///< a variable with this very function's arguments, if the body is a coroutine
        Node* class_node = nullptr;  ///< whose method it is
        bool is_static = false;
        bool is_derived = false;  ///< a derived class's constructor
        std::string home;         ///< the home object of an object literal's method

        bool is_coroutine() const { return is_async || is_generator; }
    };

    // Building
    Node* text(std::string_view text) { return tree_.text(text); }
    void add_part(Node& code, std::string_view part) { code.list.push_back(text(part)); }
    void add_part(Node& code, Node* part) {
        if (part != nullptr) {
            code.list.push_back(part);
        }
    }
    template <class... Parts>
    Node* code(const Node* place, Parts&&... parts) {
        Node* node = tree_.make(Kind::code, place);
        (add_part(*node, std::forward<Parts>(parts)), ...);
        return node;
    }
    template <class... Parts>
    Node* code_statement(const Node* place, Parts&&... parts) {
        Node* node = code(place, std::forward<Parts>(parts)...);
        node->flags |= f_statement;
        return node;
    }
    Node* arguments(const std::vector<Node*>& list);  ///< list as code "a,b,c"
    std::string temp();                               ///< a fresh variable of the present function
    std::string r(std::string_view helper) const { return r_ + std::string(helper); }
    static std::string quoted_key(std::string_view key);

    // Dispatch
    Node* lower(Node* node);
    void lower_children(Node& node);
    void lower_statements(std::vector<Node*>& list);
    Node* lower_optional(Node* node) { return node == nullptr ? nullptr : lower(node); }

    // lower_functions.cpp
    Node* lower_function(Node* node);
    Node* lower_function_value(Node* node);
    void lower_parameters(Node& node, std::vector<Node*>& prologue, int& length);
    Node* lower_this(Node* node);
    Node* lower_new_target(Node* node);
    Node* lower_arguments_object(Node* node);
    Node* lower_return(Node* node);
    Node* lower_await(Node* node);
    Node* lower_yield(Node* node);
    Function& this_owner();
    std::string this_text();
    std::vector<Node*> function_head(Function& function, bool is_strict);
    Node* named(Node* value, const std::string& name);  ///< lowers a value that gets a name if it has none
    void hoist_functions(std::vector<Node*>& list);
    std::string parameter_name() const { return prefix_ + "p"; }

    // lower_classes.cpp
    Node* lower_class(Node* node);
    Node* lower_constructor(Node* node, Node* method, const std::string& name);
    Node* lower_super_access(Node* node);
    Node* lower_super_call(Node* node);
    Node* lower_super_assign(Node* node);
    Node* lower_private_access(Node* node);
    Node* member_key(Node& member);
    Function& method_owner(const Node& place);
    std::string home_object(const Node& place);

    // lower_destructuring.cpp
    Node* lower_assign(Node* node);
    Node* lower_variables(Node* node);
    Node* lower_compound_assign(Node* node);
    Node* destructure(Node* pattern, const std::string& value, bool declares);  ///< a sequence of assignments
    void destructure_into(Node* pattern, const std::string& value, std::vector<Node*>& parts);
    void destructure_array(Node* pattern, const std::string& value, std::vector<Node*>& parts);
    void destructure_object(Node* pattern, const std::string& value, std::vector<Node*>& parts);
    Node* assignment(Node* target, Node* value);  ///< to a simple target
    Node* check_constant(Node* target);

    // lower_blocks.cpp
    Node* lower_block(Node* node);
    Node* lower_labeled(Node* node);
    Node* lower_for(Node* node);
    Node* lower_for_of(Node* node);
    Node* lower_for_in(Node* node);
    Node* lower_switch(Node* node);
    Node* lower_try(Node* node);
    void wrap_in_object(Scope* scope, std::vector<Node*>& statements, const std::vector<std::string>& initial);
    Node* loop_body(Node* node, Node* first);

    // lower_operators.cpp
    Node* lower_chain(Node* node);
    Node* chain_link(Node* node, std::vector<Node*>& guards, std::string* receiver);
    Node* lower_logical(Node* node);
    Node* lower_template(Node* node);
    Node* lower_tagged(Node* node);
    Node* lower_call(Node* node);
    Node* lower_new(Node* node);
    Node* lower_array(Node* node);
    Node* lower_object(Node* node);
    Node* lower_regex(Node* node);
    Node* lower_binary(Node* node);
    Node* lower_unary(Node* node);
    Node* lower_update(Node* node);
    Node* spread_list(const Node* place, std::vector<Node*>& list);
    static bool has_spread(const std::vector<Node*>& list);

    // lower_big_integers.cpp
    Node* big_operator(const Node* place, std::string_view sign, Node* a, Node* b);
    Node* truth(Node* condition);
    Node* big_update(Node* node);

    // lower_modules.cpp
    static std::string specifier_of(const Node& literal);
    std::string linked_module(Node& source);
    void export_getter(const std::string& name, const std::string& value);
    Node* lower_import(Node* node);
    Node* lower_export(Node* node);
    Node* lower_export_names(Node* node);
    Node* lower_identifier(Node* node);

    // lower_program.cpp
    void keep_completion_value(std::vector<Node*>& list);

    Tree& tree_;
    ScopeAnalysis& scopes_;
    std::string prefix_;
    std::string r_;
    SourceKind kind_;
    bool has_big_integers_;  ///< operators are calls then
    Function* function_ = nullptr;
    bool uses_await_ = false;
    std::string hoisted_;  ///< what a module does before its body
    std::vector<std::string> imports_;
    std::string labels_;      ///< of the statement that is lowered next, if it is a loop
    bool declaring_ = false;  ///< a pattern that declares its names may set constants
};

}  // namespace evald::js
