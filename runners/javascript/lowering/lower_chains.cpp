
#include "lowering/lowerer.hpp"

namespace evald::js {

namespace {

bool is_repeatable(const Node& node) {
    return (node.kind == Kind::identifier || node.kind == Kind::text || node.kind == Kind::literal ||
            node.kind == Kind::string || node.kind == Kind::this_value);
}

bool has_optional_link(const Node* node) {
    for (; node->kind == Kind::dot || node->kind == Kind::index || node->kind == Kind::call; node = node->a) {
        if (node->has(f_optional)) {
            return true;
        }
    }
    return false;
}

}  // namespace

/// One link of a chain of accesses and calls. With `receiver`, the object that a call needs as `this` is kept in a
/// variable, whose name comes back (or "" if there is no object).
Node* Lowerer::chain_link(Node* node, std::vector<Node*>& guards, std::string* receiver) {
    const auto keep = [this](Node* value, std::string& name) {
        if (is_repeatable(*value) && (value->kind != Kind::identifier || value->binding == nullptr ||
                                      value->binding->storage == Binding::Storage::local)) {
            if (value->kind == Kind::text) {
                name = value->text;
                return value;
            }
            if (value->kind == Kind::identifier && value->binding != nullptr) {
                name = value->binding->output;
                return value;
            }
        }
        name = temp();
        return code(value, "(", name, "=", value, ")");
    };
    const auto guard = [&](Node*& value) {
        if (!node->has(f_optional)) {
            return;
        }
        std::string name;
        Node* kept = keep(value, name);
        guards.push_back(code(value, kept, "==null"));
        value = text(name);
    };
    const bool is_super = node->kind != Kind::call && node->a->kind == Kind::super_value;
    if (is_super) {
        if (receiver != nullptr) {
            *receiver = this_text();
        }
        return lower_super_access(node);
    }
    if (node->kind == Kind::dot || node->kind == Kind::index) {
        Node* object = node->a->kind == Kind::dot || node->a->kind == Kind::index || node->a->kind == Kind::call
                           ? chain_link(node->a, guards, nullptr)
                           : lower(node->a);
        guard(object);
        if (receiver != nullptr) {
            object = keep(object, *receiver);
        }
        node->a = object;
        node->flags &= ~static_cast<std::uint32_t>(f_optional);
        if (node->kind == Kind::index) {
            node->b = lower(node->b);
        } else if (node->text[0] == '#') {
            return lower_private_access(node);
        }
        return node;
    }
    if (node->kind != Kind::call) {
        return lower(node);
    }
    // A call.
    const bool is_direct_eval = node->a->kind == Kind::identifier && node->a->text == "eval" &&
                                node->a->binding == nullptr && !node->list.empty() && !has_spread(node->list) &&
                                !node->has(f_optional) && !function_->is_strict &&
                                !(function_->is_program && kind_ == SourceKind::cell);  // all names are global there
    if (is_direct_eval) {
        return direct_eval(node);
    }
    const bool spreads = has_spread(node->list);
    const bool is_member = node->a->kind == Kind::dot || node->a->kind == Kind::index;
    const bool needs_receiver =
        is_member && (spreads || node->has(f_optional) || node->a->a->kind == Kind::super_value);
    std::string self;
    Node* callee = is_member || node->a->kind == Kind::call
                       ? chain_link(node->a, guards, needs_receiver ? &self : nullptr)
                       : lower(node->a);
    guard(callee);
    if (!spreads && !needs_receiver) {
        node->a = callee;
        node->flags &= ~static_cast<std::uint32_t>(f_optional);
        for (Node*& argument : node->list) {
            argument = lower(argument);
        }
        return node;
    }
    if (spreads) {
        Node* values = spread_list(node, node->list);
        return code(node, r("apply"), "(", callee, ",", self.empty() ? "void 0" : self, ",", values, ")");
    }
    Node* result = code(node, r("call"), "(", callee, ",", self);
    for (Node* argument : node->list) {
        add_part(*result, ",");
        add_part(*result, lower(argument));
    }
    add_part(*result, ")");
    return result;
}

/// A function at the place of the call gives the text the names that are seen here: the engine's own eval reads what the
/// text is lowered to, a function that takes the helpers.
Node* Lowerer::direct_eval(Node* node) {
    for (Node*& argument : node->list) {
        argument = lower(argument);
    }
    const std::string text = prefix_ + "e";
    const std::string helpers = prefix_ + "h";
    return code(node, r("directEval"),
                "(eval,function*(eval," + text + "," + helpers + "){return eval(" + text + ").call(this," + helpers +
                    ")}," + this_text() + ",",
                arguments(node->list), ")");
}

Node* Lowerer::lower_chain(Node* node) {
    if (node->kind == Kind::call && node->a->kind == Kind::super_value) {
        return lower_super_call(node);
    }
    const bool is_optional = has_optional_link(node);
    std::vector<Node*> guards;
    Node* value = chain_link(node, guards, nullptr);
    if (!is_optional) {
        return value;
    }
    Node* result = code(node, "(");
    for (std::size_t i = 0; i < guards.size(); ++i) {
        add_part(*result, i > 0 ? "||" : "");
        add_part(*result, guards[i]);
    }
    add_part(*result, "?void 0:");
    add_part(*result, value);
    add_part(*result, ")");
    return result;
}

Node* Lowerer::lower_new(Node* node) {
    Node* callee = lower(node->a);
    if (has_spread(node->list)) {
        return code(node, r("construct"), "(", callee, ",", spread_list(node, node->list), ")");
    }
    node->a = callee;
    for (Node*& argument : node->list) {
        argument = lower(argument);
    }
    return node;
}

Node* Lowerer::lower_unary(Node* node) {
    const bool is_optional_delete = node->text == "delete" &&
                                    (node->a->kind == Kind::dot || node->a->kind == Kind::index) &&
                                    has_optional_link(node->a);
    if (is_optional_delete) {
        std::vector<Node*> guards;
        Node* target = chain_link(node->a, guards, nullptr);
        Node* result = code(node, "(");
        for (std::size_t i = 0; i < guards.size(); ++i) {
            add_part(*result, i > 0 ? "||" : "");
            add_part(*result, guards[i]);
        }
        add_part(*result, "?true:delete ");
        add_part(*result, target);
        add_part(*result, ")");
        return result;
    }
    if (has_big_integers_ && node->text == "typeof") {
        const bool may_be_missing = node->a->kind == Kind::identifier && node->a->binding == nullptr;
        Node* value = lower(node->a);
        Node* type = code(node, r("typeOf"), "(", value, ")");
        return may_be_missing ? code(node, "(typeof ", value, "===\"undefined\"?\"undefined\":", type, ")") : type;
    }
    lower_children(*node);
    if (!has_big_integers_) {
        return node;
    }
    if (node->text == "-" || node->text == "~") {
        return code(node, r(node->text == "-" ? "negate" : "bitNot"), "(", node->a, ")");
    }
    if (node->text == "!") {
        node->a = truth(node->a);
    }
    return node;
}

}  // namespace evald::js
