#include "lowering/converter.hpp"

namespace evald::js {

Node* Converter::object_pattern(TSNode node) {
    Node* result = make(Kind::object_pattern, node);
    for (const Child& child : children_of(node)) {
        if (!child.is_named) {
            continue;
        }
        if (child.type == "rest_pattern") {
            result->list.push_back(pattern(child.node));
            continue;
        }
        Node* property = make(Kind::property, child.node);
        const Children parts = children_of(child.node);
        if (child.type == "pair_pattern") {
            property->a = key(field(parts, "key")->node, property->flags);
            property->b = pattern(field(parts, "value")->node);
        } else {
            const bool has_default = child.type == "object_assignment_pattern";
            const TSNode name = has_default ? field(parts, "left")->node : child.node;
            property->a = make(Kind::literal, name);
            property->a->text = name_of(name);
            property->b = make(Kind::identifier, name);
            property->b->text = name_of(name);
            if (has_default) {
                Node* with_default = make(Kind::with_default, child.node);
                with_default->a = property->b;
                with_default->b = expression(field(parts, "right")->node);
                property->b = with_default;
            }
        }
        result->list.push_back(property);
    }
    return result;
}

Node* Converter::pattern(TSNode node) {
    const std::string_view type = ts_node_type(node);
    if (type == "object_pattern") {
        return object_pattern(node);
    }
    if (type == "array_pattern") {
        Node* result = make(Kind::array_pattern, node);
        elements(node, result->list, true);
        return result;
    }
    if (type == "assignment_pattern") {
        const Children parts = children_of(node);
        Node* result = make(Kind::with_default, node);
        result->a = pattern(field(parts, "left")->node);
        result->b = expression(field(parts, "right")->node);
        return result;
    }
    if (type == "rest_pattern") {
        Node* result = make(Kind::rest, node);
        for (const Child& child : children_of(node)) {
            if (child.is_named) {
                result->a = pattern(child.node);
            }
        }
        return result;
    }
    return target(expression(node));
}

/// `[a, b] = …` is read as an array at first.
Node* Converter::target(Node* expression) {
    switch (expression->kind) {
        case Kind::identifier:
        case Kind::dot:
        case Kind::index:
        case Kind::array_pattern:
        case Kind::object_pattern:
        case Kind::with_default:
        case Kind::rest:
        case Kind::empty: return expression;
        case Kind::parenthesized: return target(expression->a);
        case Kind::assign:
            expression->kind = Kind::with_default;
            expression->a = target(expression->a);
            return expression;
        case Kind::spread:
            expression->kind = Kind::rest;
            expression->a = target(expression->a);
            return expression;
        case Kind::array:
            expression->kind = Kind::array_pattern;
            for (Node*& element : expression->list) {
                element = target(element);
            }
            return expression;
        case Kind::object:
            expression->kind = Kind::object_pattern;
            for (Node*& property : expression->list) {
                if (property->kind == Kind::spread) {
                    property = target(property);
                } else {
                    property->b = target(property->b);
                }
            }
            return expression;
        default: throw SyntaxFaultError("Invalid left-hand side in assignment", *expression);
    }
}

}  // namespace evald::js
