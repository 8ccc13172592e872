#include <utility>

#include "lowering/converter.hpp"

namespace evald::js {

bool has_strict_directive(const Node& body) {
    for (const Node* statement : body.list) {
        if (statement->kind != Kind::expression || statement->a->kind != Kind::string) {
            return false;
        }
        if (statement->a->text.substr(1, statement->a->text.size() - 2) == "use strict") {
            return true;
        }
    }
    return false;
}

Node* Converter::function(TSNode node, std::uint32_t flags) {
    const Children parts = children_of(node);
    Node* result = make(Kind::function, node);
    result->flags = flags;
    result->flags |= has_token(parts, "async") ? f_async : 0;
    result->flags |= has_token(parts, "*") ? f_generator : 0;
    if (const Child* name = field(parts, "name"); name != nullptr && (flags & f_method) == 0) {
        result->a = make(Kind::identifier, name->node);
        result->a->text = name_of(name->node);
    }
    const bool outer_generator = std::exchange(in_generator_, result->has(f_generator));
    if (const Child* single = field(parts, "parameter")) {
        result->list.push_back(pattern(single->node));
    } else if (const Child* parameters = field(parts, "parameters")) {
        for (const Child& child : children_of(parameters->node)) {
            if (child.is_named) {
                result->list.push_back(pattern(child.node));
            }
        }
    }
    const Child* body = field(parts, "body");
    const bool is_block = body->type == "statement_block";
    result->b = is_block ? statement(body->node) : expression(body->node);
    in_generator_ = outer_generator;
    if (is_block && has_strict_directive(*result->b)) {
        result->flags |= f_strict;
    }
    return result;
}

/// A method as a function; its key stands in `a`, with f_computed if it is computed.
Node* Converter::method(TSNode node) {
    const Children parts = children_of(node);
    Node* result = function(node, f_method);
    const Child* name = field(parts, "name");
    result->a = key(name->node, result->flags);
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
        const Child& child = parts[i];
        if (child.is_named) {
            break;  // what follows the name is no modifier
        }
        result->flags |= child.type == "get" ? f_getter : child.type == "set" ? f_setter : 0;
        if (child.type == "static" || child.type == "static get") {
            result->flags |= f_static;
            result->begin =
                child.type == "static" ? ts_node_start_byte(parts[i + 1].node) : ts_node_end_byte(child.node) - 3;
        }
    }
    return result;
}

Node* Converter::class_of(TSNode node, std::uint32_t flags) {
    const Children parts = children_of(node);
    Node* result = make(Kind::class_value, node);
    result->flags = flags;
    if (const Child* name = field(parts, "name")) {
        result->a = make(Kind::identifier, name->node);
        result->a->text = name_of(name->node);
    }
    for (const Child& child : parts) {
        if (child.type == "class_heritage") {
            for (const Child& inner : children_of(child.node)) {
                if (inner.is_named) {
                    result->b = expression(inner.node);
                }
            }
        } else if (child.type == "decorator") {
            refuse(child.node, "decorators are not supported");
        }
    }
    for (const Child& child : children_of(field(parts, "body")->node)) {
        if (!child.is_named) {
            continue;
        }
        Node* member = make(Kind::member, child.node);
        const Children inner = children_of(child.node);
        if (child.type == "method_definition") {
            Node* value = method(child.node);
            member->a = value->a;
            value->a = nullptr;
            member->flags = value->flags & (f_computed | f_getter | f_setter | f_static);
            value->flags &= ~static_cast<std::uint32_t>(f_computed | f_static);
            const bool is_plain = (member->flags & (f_computed | f_getter | f_setter | f_static)) == 0;
            const bool named = member->a->text == "constructor" || member->a->text == "'constructor'" ||
                               member->a->text == "\"constructor\"";
            if (is_plain && named && member->a->kind != Kind::private_name) {
                member->flags |= f_constructor;
                value->flags |= f_constructor | (result->b != nullptr ? f_derived : 0);
            }
            member->b = value;
        } else if (child.type == "field_definition") {
            member->flags = f_field | (has_token(inner, "static") ? f_static : 0);
            member->a = key(field(inner, "property")->node, member->flags);
            member->b = optional_expression(field(inner, "value"));
            if (field(inner, "decorator") != nullptr) {
                refuse(child.node, "decorators are not supported");
            }
        } else if (child.type == "class_static_block") {
            member->flags = f_static;
            member->c = statement(field(inner, "body")->node);
        } else {
            refuse(child.node, "decorators are not supported");
        }
        result->list.push_back(member);
    }
    return result;
}

std::string Converter::module_name(TSNode node) const {
    const std::string_view text = source(node);
    return std::string(text.size() >= 2 && (text[0] == '"' || text[0] == '\'') ? text.substr(1, text.size() - 2)
                                                                               : name_of(node));
}

Node* Converter::import_statement(TSNode node) {
    Node* result = make(Kind::import_from, node);
    const auto add = [&](std::string imported, TSNode local) {
        Node* name = make(Kind::import_name, local);
        name->text = std::move(imported);
        name->a = make(Kind::identifier, local);
        name->a->text = name_of(local);
        result->list.push_back(name);
    };
    for (const Child& child : children_of(node)) {
        if (child.field == "source") {
            result->a = expression(child.node);
        } else if (child.type == "import_clause") {
            for (const Child& inner : children_of(child.node)) {
                if (inner.type == "identifier") {
                    add("default", inner.node);
                } else if (inner.type == "namespace_import") {
                    add("*", children_of(inner.node).back().node);
                } else if (inner.type == "named_imports") {
                    for (const Child& specifier : children_of(inner.node)) {
                        if (specifier.is_named) {
                            const Children names = children_of(specifier.node);
                            const Child* alias = field(names, "alias");
                            const TSNode name = field(names, "name")->node;
                            add(module_name(name), alias == nullptr ? name : alias->node);
                        }
                    }
                }
            }
        }
    }
    return result;
}

Node* Converter::export_statement(TSNode node) {
    const Children parts = children_of(node);
    if (field(parts, "decorator") != nullptr) {
        refuse(node, "decorators are not supported");
    }
    if (const Child* declaration = field(parts, "declaration")) {
        Node* result = make(Kind::export_value, node);
        result->flags = has_token(parts, "default") ? f_default : 0;
        result->a = statement(declaration->node);
        if (result->a->a == nullptr && result->a->kind != Kind::variables) {
            result->a->a = make(Kind::identifier, declaration->node);
            result->a->a->text = "default";
        }
        return result;
    }
    if (const Child* value = field(parts, "value")) {
        Node* result = make(Kind::export_value, node);
        result->flags = f_default;
        result->b = expression(value->node);
        if (result->b->kind == Kind::function && result->b->a == nullptr && !result->b->has(f_arrow)) {
            // A declaration without a name: there from the start, like any function.
            result->a = std::exchange(result->b, nullptr);
            result->a->flags |= f_declaration;
            result->a->a = make(Kind::identifier, value->node);
            result->a->a->text = "default";
        }
        return result;
    }
    Node* result = make(Kind::export_names, node);
    result->a = optional_expression(field(parts, "source"));
    result->text = has_token(parts, "*") ? "*" : "";
    for (const Child& child : parts) {
        if (child.type == "namespace_export") {
            result->text = "* as";
            result->b = make(Kind::literal, child.node);
            result->b->text = module_name(children_of(child.node).back().node);
        } else if (child.type == "export_clause") {
            for (const Child& specifier : children_of(child.node)) {
                if (!specifier.is_named) {
                    continue;
                }
                const Children names = children_of(specifier.node);
                const TSNode name = field(names, "name")->node;
                const Child* alias = field(names, "alias");
                Node* entry = make(Kind::export_name, specifier.node);
                entry->text = module_name(alias == nullptr ? name : alias->node);
                entry->a = make(Kind::identifier, name);
                entry->a->text = module_name(name);
                result->list.push_back(entry);
            }
        }
    }
    return result;
}

}  // namespace evald::js
