#include <algorithm>

#include "lowering/identifier_text.hpp"
#include "lowering/lowerer.hpp"

namespace evald::js {

/// The method around the present place, with whose home object `super` works.
Lowerer::Function& Lowerer::method_owner(const Node& place) {
    Function& owner = this_owner();
    const bool is_method = owner.node != nullptr && (owner.node->has(f_method) || owner.node->has(f_initializer));
    if (!is_method || (owner.class_node == nullptr && owner.home.empty())) {
        throw SyntaxFaultError("'super' keyword unexpected here", place);
    }
    return owner;
}

std::string Lowerer::home_object(const Node& place) {
    Function& owner = method_owner(place);
    if (owner.class_node != nullptr) {
        const std::string& name = owner.class_node->binding->output;
        return owner.is_static ? name : name + ".prototype";
    }
    std::vector<std::string>& temps = owner.outer->temps;
    if (std::find(temps.begin(), temps.end(), owner.home) == temps.end()) {
        temps.push_back(owner.home);
    }
    return owner.home;
}

Node* Lowerer::lower_super_access(Node* node) {
    Node* key = node->kind == Kind::dot ? text(quoted_key(node->text)) : lower(node->b);
    return code(node, r("superGet"), "(", home_object(*node), ",", key, ",", this_text(), ")");
}

Node* Lowerer::lower_super_call(Node* node) {
    Function& owner = this_owner();
    if (!owner.is_derived) {
        throw SyntaxFaultError("'super' keyword unexpected here", *node);
    }
    Node* values = has_spread(node->list) ? spread_list(node, node->list) : nullptr;
    if (values == nullptr) {
        for (Node*& argument : node->list) {
            argument = lower(argument);
        }
        values = code(nullptr, "[", arguments(node->list), "]");
    }
    return code(node,
                "(" + prefix_ + "t=" + r("superCall") + "(" + owner.class_node->binding->output + "," + prefix_ + "n,",
                values, "," + prefix_ + "t))");
}

/// A property under the name's key, with which the engine does as the language does with private names.
Node* Lowerer::lower_private_access(Node* node) {
    Node* object = node->a->kind == Kind::super_value ? text(this_text()) : node->a;
    if (object->kind != Kind::text && object->kind != Kind::code) {
        object = lower(object);
    }
    node->kind = Kind::index;
    node->a = object;
    node->b = text(node->binding->output);
    node->flags &= ~static_cast<std::uint32_t>(f_optional);
    return node;
}

Node* Lowerer::member_key(Node& member) {
    if (member.a->kind == Kind::private_name) {
        return text(member.a->binding->output);
    }
    return member.has(f_computed) ? lower(member.a) : text(quoted_key(member.a->text));
}

/// Adds to a lowered constructor what makes it one.
Node* Lowerer::lower_constructor(Node* node, Node* method, const std::string& name) {
    const bool is_derived = node->b != nullptr;
    const std::string enter = prefix_ + "n=new.target||" + r("viaSuper") + "(" + name + ")";
    if (method == nullptr) {
        const std::string rest = is_derived ? "return " + r("superCall") + "(" + name + "," + prefix_ + "n,arguments)"
                                            : r("initialize") + "(" + name + ",this)";
        return code(node, tree_.origin(*node), "(){\"use strict\";var ", enter, ";", rest, "}");
    }
    method->flags |= f_strict;
    method->begin = node->begin;
    method->end = node->end;
    Node* function = lower_function(method);
    Node* body = method->b;
    Node* prologue = text(is_derived ? "var " + enter + "," + prefix_ + "t;"
                                     : "var " + enter + ";" + r("initialize") + "(" + name + ",this);");
    body->list.insert(body->list.begin() + 1, prologue);  // after the strict directive
    if (is_derived) {
        body->list.push_back(text("return " + prefix_ + "t||" + r("noThis") + "();"));
    }
    return function;
}

Node* Lowerer::lower_class(Node* node) {
    const std::string name = node->binding->output;
    if (node->binding->storage == Binding::Storage::local) {
        function_->temps.push_back(name);
    }
    const std::string label = node->a != nullptr   ? string_literal(node->a->text)
                              : node->text.empty() ? "\"\""
                                                   : node->text;
    // The engine reads a sequence recursively, an array not: for classes with very many members.
    constexpr std::size_t k_long = 100;
    const bool is_long = node->list.size() > k_long;
    Node* result = code(node, is_long ? "([" : "(");
    std::string parent;
    if (node->b != nullptr) {
        parent = temp();
        add_part(*result, parent + "=");
        add_part(*result, lower(node->b));
        add_part(*result, ",");
    }
    Node* const outer_class = std::exchange(function_->class_node, node);
    const bool outer_static = std::exchange(function_->is_static, false);
    const std::string outer_home = std::exchange(function_->home, "");

    std::vector<std::string> private_names;
    for (Node* member : node->list) {
        const bool is_private = member->a != nullptr && member->a->kind == Kind::private_name;
        if (is_private &&
            std::find(private_names.begin(), private_names.end(), member->a->text) == private_names.end()) {
            private_names.push_back(member->a->text);
            const Binding& key = *member->a->binding;
            if (key.storage == Binding::Storage::local) {
                function_->temps.push_back(key.output);
            }
            add_part(*result, key.output + "=" + r("privateKey") + "(\"" + member->a->text + "\"),");
        }
    }
    Node* constructor = nullptr;
    for (Node* member : node->list) {
        if (member->has(f_constructor)) {
            if (constructor != nullptr) {
                throw SyntaxFaultError("A class may only have one constructor", *member);
            }
            constructor = member->b;
        }
    }
    add_part(*result, name + "=" + r("defineClass") + "(");
    add_part(*result, lower_constructor(node, constructor, name));
    add_part(*result, "," + label + (parent.empty() ? "" : "," + parent) + "),");
    Node* statics = code(nullptr);
    for (Node* member : node->list) {
        if (member->has(f_constructor)) {
            continue;
        }
        const bool is_static = member->has(f_static);
        function_->is_static = is_static;
        if (member->c != nullptr) {
            add_part(*statics, r("run") + "(" + name + ",");
            add_part(*statics, lower(member->c));
            add_part(*statics, "),");
            continue;
        }
        const bool is_private = member->a->kind == Kind::private_name;
        Node* key = member_key(*member);
        if (member->has(f_field)) {
            if (member->has(f_computed)) {
                const std::string kept = temp();
                add_part(*result, kept + "=" + r("key") + "(");
                add_part(*result, key);
                add_part(*result, "),");
                key = text(kept);
            }
            if (member->b != nullptr) {
                member->b->text = member->has(f_computed) ? "" : key_literal(*member->a);
            }
            Node* value = member->b == nullptr ? text("void 0") : lower(member->b);
            if (is_static) {
                add_part(*statics, r(is_private ? "staticPrivate" : "staticField") + "(" + name + ",");
                add_part(*statics, key);
                add_part(*statics, ",");
                add_part(*statics, value);
                add_part(*statics, "),");
            } else {
                add_part(*result, r("fields") + "(" + name + (is_private ? ",\"p\"," : ",\"f\","));
                add_part(*result, key);
                add_part(*result, ",");
                add_part(*result, value);
                add_part(*result, "),");
            }
            continue;
        }
        const char* kind = member->has(f_getter) ? "g" : member->has(f_setter) ? "s" : "m";
        member->b->flags |= f_strict;
        if (is_private && !is_static) {
            add_part(*result, r("privateMethod") + "(" + name + ",\"" + kind + "\",");
        } else {
            add_part(*result, r("method") + "(" + (is_static ? name : name + ".prototype") + ",\"" + kind + "\",");
        }
        add_part(*result, key);
        add_part(*result, ",");
        add_part(*result, lower_function(member->b));
        if (is_private) {
            add_part(*result, ",\"" + member->a->text + "\"");
        }
        add_part(*result, "),");
    }
    function_->class_node = outer_class;
    function_->is_static = outer_static;
    function_->home = outer_home;
    add_part(*result, statics);
    add_part(*result, (is_long ? "0]," : "") + name + ")");
    if (!node->has(f_declaration) || node->a == nullptr) {
        return result;
    }
    const Binding& binding = *node->a->binding;
    const bool is_local = binding.storage == Binding::Storage::local;
    return code_statement(node, is_local ? "var " : "", node->a, "=", result, ";");
}

}  // namespace evald::js
