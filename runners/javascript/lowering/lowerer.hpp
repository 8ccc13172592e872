#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
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
    Lowerer(Tree& tree, ScopeAnalysis& scopes, std::string prefix, SourceKind kind, bool has_big_integers,
            const std::unordered_set<std::string>& constants)
        : tree_(tree),
          scopes_(scopes),
          prefix_(std::move(prefix)),
          r_(prefix_ + "r."),
          kind_(kind),
          constants_(constants),
          has_big_integers_(has_big_integers) {}

    /// The whole source as one function expression.
    Node* program(Node& program, bool& is_async);

private:
    /// What is known of the function around the present node.
    struct Function {
        Node* node = nullptr;
        Function* outer = nullptr;
        bool is_arrow = false;
        bool is_async = false;
        bool is_generator = false;
        bool is_program = false;
        bool is_strict = false;
        bool in_parameters = false;  ///< which are being lowered
        std::vector<std::string> temps;
        bool needs_this = false;  ///< an inner arrow or the coroutine's body uses it
        bool needs_arguments = false;
        bool needs_new_target = false;
        std::string
            own_arguments;  ///< a variable with this very function's arguments, if its rest is made inside a coroutine
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
    static std::string key_literal(const Node& key);  ///< of a property whose key is not computed

    // Dispatch
    Node* lower(Node* node);
    void lower_children(Node& node);
    void lower_statements(std::vector<Node*>& list);
    Node* lower_optional(Node* node) { return node == nullptr ? nullptr : lower(node); }

    // lower_functions.cpp, lower_parameters.cpp
    Node* lower_function(Node* node);
    Node* lower_function_value(Node* node);
    std::vector<Node*> function_body(Node& node, bool is_expression);
    static std::string inherited_values(const Scope& parameters, const Scope& body);
    void lower_parameters(Node& node, std::vector<Node*>& prologue);
    static const char* mark_of(const Node& function);
    Node* named(Node* value, const std::string& name);
    Node* named_by(Node* value, const std::string& name);

    // lower_function_context.cpp, lower_coroutines.cpp
    Node* lower_this(Node* node);
    Node* lower_new_target(Node* node);
    Node* lower_arguments_object(Node* node);
    Function& this_owner();
    std::string this_text();
    std::vector<Node*> function_head(Function& function, bool is_strict);
    Node* lower_return(Node* node);
    Node* lower_await(Node* node);
    Node* lower_yield(Node* node);

    // lower_hoisting.cpp
    void hoist_functions(std::vector<Node*>& list);
    bool declares_name(const Binding& binding) const;  ///< is its variable to be declared where it is assigned?

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
    Node* guarded_assignment(Node* target, Node* assign);
    Node* lower_variables(Node* node);
    Node* lower_compound_assign(Node* node);
    Node* destructure(Node* pattern, const std::string& value, bool declares);  ///< a sequence of assignments
    void destructure_into(Node* pattern, const std::string& value, std::vector<Node*>& parts);
    void destructure_array(Node* pattern, const std::string& value, std::vector<Node*>& parts);
    void destructure_object(Node* pattern, const std::string& value, std::vector<Node*>& parts);
    static bool needs_steps(const Node& pattern);
    Node* destructure_stepwise(Node* pattern, const std::string& value);
    void take_step(Node* element, const std::string& record, std::vector<Node*>& body);
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
    Node* direct_eval(Node* node);
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
    /// What a module asks for and offers, as source text: see module_description().
    struct Module {
        std::vector<std::string> requests;
        std::vector<std::string> objects;   ///< for each request the variable with that module's object
        std::vector<std::string> imports;   ///< request, name, …
        std::vector<std::string> exports;   ///< name, getter, …
        std::vector<std::string> indirect;  ///< exported name, request, name there, …
        std::vector<std::string> stars;     ///< requests of `export *`
        std::unordered_map<const Binding*, std::pair<std::string, std::string>> sources;  ///< request and name there
    };
    std::string request(const Node& source);
    void bind_imports(const Node& program);
    void export_binding(const std::string& name, const Binding& binding);
    std::string module_link() const;
    std::string module_description(bool is_async) const;
    Node* lower_import(Node* node);
    Node* lower_export(Node* node);
    Node* lower_export_names(Node* node);

    // lower_program.cpp
    std::string outside_of(bool is_strict, bool binds_this) const;

    // lower_names.cpp
    Node* lower_identifier(Node* node);
    Node* too_early(const Node& name);
    bool is_checked(const Node& name) const;
    std::string unset();
    Node* mark_unset(const Scope* scope);
    Node* assignment_guard(const Node& target);

    bool may_await() const { return kind_ == SourceKind::cell || kind_ == SourceKind::module; }  ///< at the top level

    // lower_completion.cpp
    void keep_values(std::vector<Node*>& list, bool is_nested);
    bool keep_value(Node*& node, bool is_nested);
    void keep_labeled(Node& node);
    bool has_value() const { return kind_ != SourceKind::module && kind_ != SourceKind::common_js; }

    Tree& tree_;
    ScopeAnalysis& scopes_;
    std::string prefix_;
    std::string r_;
    SourceKind kind_;
    const std::unordered_set<std::string>& constants_;  ///< of earlier cells
    bool has_big_integers_;                             ///< operators are calls then
    Function* function_ = nullptr;
    Module module_;
    bool uses_await_ = false;
    bool uses_templates_ = false;
    bool uses_take_ = false;  ///< an array pattern
    bool uses_unset_ = false;  ///< the mark of a name without value
    std::string labels_;       ///< of the statement that is lowered next, if it is a loop
    bool stepwise_ = true;     ///< patterns of assignments may have to go step by step
    bool declaring_ = false;   ///< a pattern that declares its names may set constants
};

}  // namespace evald::js
