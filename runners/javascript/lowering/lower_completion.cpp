#include "lowering/lowerer.hpp"

namespace evald::js {

/// The value of a cell, or of text that is evaluated, is the completion value of its statements: kept in a variable.
/// Without `is_nested` nothing that is tracked comes before the list, and it is run at most once and to its end: only
/// what sets the value last needs tracking.
void Lowerer::keep_values(std::vector<Node*>& list, bool is_nested) {
    for (auto it = list.rbegin(); it != list.rend(); ++it) {
        if (keep_value(*it, is_nested) && !is_nested) {
            return;
        }
    }
}

/// True if no statement before this one can set the value.
bool Lowerer::keep_value(Node*& node, bool is_nested) {
    const auto keep_body = [this](Node*& body, bool nested) {
        if (body != nullptr) {
            keep_value(body, nested);
        }
    };
    const auto start_undefined = [&] {
        if (is_nested) {
            node = code_statement(nullptr, prefix_ + "v=void 0;", node);
        }
        return true;
    };
    switch (node->kind) {
        case Kind::expression: node = code_statement(node, prefix_ + "v=", node->a, ";"); return true;
        case Kind::block:
            if (is_nested) {
                keep_values(node->list, true);
                return false;
            }
            for (auto it = node->list.rbegin(); it != node->list.rend(); ++it) {
                if (keep_value(*it, false)) {
                    return true;
                }
            }
            return false;
        case Kind::if_else:
            keep_body(node->b, is_nested);
            keep_body(node->c, is_nested);
            return start_undefined();
        case Kind::for_loop:
        case Kind::for_in:
        case Kind::for_of: keep_body(node->d, true); return start_undefined();
        case Kind::while_loop:
        case Kind::do_loop:
        case Kind::with_object:
            keep_body(node->b, is_nested || node->kind != Kind::with_object);
            return start_undefined();
        case Kind::labeled: {
            Node* inner = node->a;
            while (inner->kind == Kind::labeled) {
                inner = inner->a;
            }
            if (inner->kind == Kind::function) {
                return false;
            }
            keep_labeled(*node);
            return start_undefined();
        }
        case Kind::try_block:
            keep_values(node->a->list, is_nested);
            if (node->c != nullptr) {
                keep_values(node->c->list, is_nested);
                node->c->list.insert(node->c->list.begin(), text(prefix_ + "v=void 0;"));
            }
            return start_undefined();
        case Kind::switch_on:
            for (Node* branch : node->list) {
                keep_values(branch->list, true);
            }
            return start_undefined();
        case Kind::return_value:
        case Kind::throw_value: return true;
        default: return false;  // no value of its own: the one before counts
    }
}

/// A label stays with its loop: nothing may come between them.
void Lowerer::keep_labeled(Node& node) {
    Node*& inner = node.a;
    switch (inner->kind) {
        case Kind::labeled: keep_labeled(*inner); return;
        case Kind::for_loop:
        case Kind::for_in:
        case Kind::for_of: keep_value(inner->d, true); return;
        case Kind::while_loop:
        case Kind::do_loop: keep_value(inner->b, true); return;
        default: keep_value(inner, true); return;
    }
}

}  // namespace evald::js
