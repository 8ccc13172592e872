#include "lowering/lowerer.hpp"

namespace evald::js {

/// The function whose own `this`, `arguments` and `new.target` are meant here.
Lowerer::Function& Lowerer::this_owner() {
    Function* function = function_;
    while (function->is_arrow) {
        function = function->outer;
    }
    return *function;
}

std::string Lowerer::this_text() {
    Function& owner = this_owner();
    if (owner.is_derived) {
        return "(" + prefix_ + "t||" + r("noThis") + "())";
    }
    if (owner.is_program && kind_ == SourceKind::module) {
        return "void 0";
    }
    if (&owner == function_ && !owner.is_coroutine() && !owner.is_program) {
        return "this";
    }
    owner.needs_this = true;
    return prefix_ + "t";
}

Node* Lowerer::lower_this(Node* node) {
    Node* result = tree_.make(Kind::text, node);
    result->text = this_text();
    return result;
}

Node* Lowerer::lower_new_target(Node* node) {
    Function& owner = this_owner();
    if (owner.is_program && kind_ != SourceKind::common_js) {
        throw SyntaxFaultError("new.target expression is not allowed here", *node);
    }
    if (owner.node != nullptr && owner.node->has(f_constructor)) {
        return code(node, prefix_ + "n");
    }
    if (owner.node != nullptr && (owner.node->has(f_method) || owner.node->has(f_initializer))) {
        return code(node, "void 0");
    }
    if (&owner == function_ && !owner.is_coroutine()) {
        return node;
    }
    owner.needs_new_target = true;
    return code(node, prefix_ + "n");
}

Node* Lowerer::lower_arguments_object(Node* node) {
    Function& owner = this_owner();
    if (owner.is_program || (&owner == function_ && !owner.is_coroutine())) {
        return node;
    }
    owner.needs_arguments = true;
    return code(node, prefix_ + "a");
}

/// Declarations that a lowered body needs at its start.
std::vector<Node*> Lowerer::function_head(Function& function, bool is_strict) {
    std::vector<Node*> head;
    if (is_strict) {
        head.push_back(text("\"use strict\";"));
    }
    std::string variables;
    const auto add = [&variables](const std::string& declaration) {
        variables += (variables.empty() ? "var " : ",") + declaration;
    };
    if (function.needs_this) {
        add(prefix_ + "t=this");
    }
    if (function.needs_arguments) {
        add(prefix_ + "a=arguments");
    }
    if (function.needs_new_target) {
        add(prefix_ + "n=new.target");
    }
    if (!function.own_arguments.empty()) {
        add(function.own_arguments + "=arguments");
    }
    if (!variables.empty()) {
        head.push_back(text(variables + ";"));
    }
    return head;
}

}  // namespace evald::js
