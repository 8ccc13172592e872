#include "lowering/lowerer.hpp"

namespace evald::js {

Node* Lowerer::lower_logical(Node* node) {
    Node* left = lower(node->a);
    Node* right = lower(node->b);
    if (node->text != "??") {
        node->a = left;
        node->b = right;
        return node;
    }
    if (left->kind == Kind::identifier && left->binding != nullptr) {
        return code(node, "(", left, "!=null?", left, ":", right, ")");
    }
    const std::string name = temp();
    return code(node, "((", name, "=", left, ")!=null?", name, ":", right, ")");
}

Node* Lowerer::lower_binary(Node* node) {
    if (node->a->kind == Kind::private_name) {
        const std::string key = node->a->binding->output;
        return code(node, r("privateIn"), "(", key, ",", lower(node->b), ")");
    }
    lower_children(*node);
    Node* call = big_operator(node, node->text, node->a, node->b);
    return call != nullptr ? call : node;
}

Node* Lowerer::lower_update(Node* node) {
    Node* target = node->a;
    const bool is_special = target->kind == Kind::dot && target->a->kind == Kind::super_value;
    if (target->kind == Kind::identifier) {
        if (Node* fault = check_constant(target)) {
            return fault;
        }
    }
    if (has_big_integers_) {
        return big_update(node);
    }
    if (!is_special) {
        node->a = target->kind == Kind::identifier ? target : lower(target);
        return target->kind == Kind::identifier ? guarded_assignment(target, node) : node;
    }
    // `super.n++`: as `super.n += 1`, keeping the old value for the postfix form.
    Node* one = tree_.make(Kind::assign, node);
    one->text = node->text == "++" ? "+=" : "-=";
    one->a = target;
    one->b = text("1");
    Node* assigned = lower_compound_assign(one);
    return node->has(f_prefix) ? assigned : code(node, "(", assigned, node->text == "++" ? "-1)" : "+1)");
}

}  // namespace evald::js
