#include <algorithm>
#include <unordered_set>

#include "lowering/converter.hpp"

namespace evald::js {

namespace {

std::string without_separators(std::string_view digits) {
    std::string out(digits);
    out.erase(std::remove(out.begin(), out.end(), '_'), out.end());
    return out;
}

}  // namespace

void Converter::list(TSNode node, std::vector<Node*>& out) {
    for (const Child& child : children_of(node)) {
        if (child.is_named) {
            out.push_back(expression(child.node));
        }
    }
}

/// The elements of an array or its pattern: nothing between two commas is a hole.
void Converter::elements(TSNode node, std::vector<Node*>& out, bool as_pattern) {
    bool is_hole = true;
    for (const Child& child : children_of(node)) {
        if (child.is_named) {
            out.push_back(as_pattern ? pattern(child.node) : expression(child.node));
            is_hole = false;
        } else if (child.type == ",") {
            if (is_hole) {
                out.push_back(make(Kind::empty, child.node));
            }
            is_hole = true;
        }
    }
}

Node* Converter::key(TSNode node, std::uint32_t& flags) {
    const std::string_view type = ts_node_type(node);
    if (type == "computed_property_name") {
        flags |= f_computed;
        for (const Child& child : children_of(node)) {
            if (child.is_named) {
                return expression(child.node);
            }
        }
    }
    if (type == "string") {
        return expression(node);
    }
    if (type == "number") {
        return expression(node);
    }
    Node* name = make(type == "private_property_identifier" ? Kind::private_name : Kind::literal, node);
    name->text = name_of(node);
    return name;
}

Node* Converter::object(TSNode node) {
    Node* result = make(Kind::object, node);
    for (const Child& child : children_of(node)) {
        if (!child.is_named) {
            continue;
        }
        if (child.type == "spread_element") {
            result->list.push_back(expression(child.node));
            continue;
        }
        Node* property = make(Kind::property, child.node);
        if (child.type == "shorthand_property_identifier") {
            property->a = make(Kind::literal, child.node);
            property->a->text = name_of(child.node);
            property->b = make(Kind::identifier, child.node);
            property->b->text = property->a->text;
        } else if (child.type == "method_definition") {
            Node* value = method(child.node);
            property->a = value->a;
            property->flags = value->flags & (f_computed | f_getter | f_setter);
            property->flags |= f_method;
            value->a = nullptr;
            property->b = value;
        } else if (child.type == "pair") {
            const Children parts = children_of(child.node);
            property->a = key(field(parts, "key")->node, property->flags);
            property->b = expression(field(parts, "value")->node);
        } else {  // `{a = 1}`: only right as a pattern
            property->a = make(Kind::literal, child.node);
            property->b = expression(child.node);
            property->a->text = property->b->kind == Kind::assign ? property->b->a->text : "";
        }
        result->list.push_back(property);
    }
    return result;
}

Node* Converter::template_text(TSNode node) {
    Node* result = make(Kind::template_text, node);
    std::uint32_t begin = ts_node_start_byte(node) + 1;
    const auto piece = [&](std::uint32_t end) {
        Node* text = make(Kind::template_piece, node);
        text->text = text_.substr(begin, end - begin);
        result->list.push_back(text);
    };
    for (const Child& child : children_of(node)) {
        if (child.type != "template_substitution") {
            continue;
        }
        piece(ts_node_start_byte(child.node));
        list(child.node, result->list);
        begin = ts_node_end_byte(child.node);
    }
    piece(ts_node_end_byte(node) - 1);
    return result;
}

Node* Converter::access(TSNode node, std::string_view type) {
    const Children parts = children_of(node);
    const bool is_dot = type == "member_expression";
    Node* result = make(is_dot ? Kind::dot : Kind::index, node);
    result->flags = field(parts, "optional_chain") != nullptr ? f_optional : 0;
    result->a = expression(field(parts, "object")->node);
    if (is_dot) {
        const Child* property = field(parts, "property");
        result->text = name_of(property->node);
        const TSPoint start = ts_node_start_point(property->node);
        result->end_line = start.row + 1;
    } else {
        result->b = expression(field(parts, "index")->node);
    }
    return result;
}

Node* Converter::call(TSNode node) {
    const Children parts = children_of(node);
    const Child* callee = field(parts, "function");
    const Child* arguments = field(parts, "arguments");
    if (callee->type == "import") {
        Node* result = make(Kind::import_call, node);
        std::vector<Node*> values;
        list(arguments->node, values);
        if (values.empty()) {
            refuse(node, "Unexpected token ')'");
        }
        result->a = values[0];
        return result;
    }
    if (arguments->type == "template_string") {
        Node* result = make(Kind::tagged, node);
        result->a = expression(callee->node);
        result->b = template_text(arguments->node);
        return result;
    }
    Node* result = make(Kind::call, node);
    result->flags = field(parts, "optional_chain") != nullptr ? f_optional : 0;
    result->a = expression(callee->node);
    list(arguments->node, result->list);
    return result;
}

Node* Converter::operator_expression(TSNode node, std::string_view type) {
    const Children parts = children_of(node);
    const auto text_of = [&](std::string_view name) { return std::string(source(field(parts, name)->node)); };
    if (type == "binary_expression") {
        const std::string sign = text_of("operator");
        const bool is_logical = sign == "&&" || sign == "||" || sign == "??";
        Node* result = make(is_logical ? Kind::logical : Kind::binary, node);
        result->text = sign;
        result->a = expression(field(parts, "left")->node);
        result->b = expression(field(parts, "right")->node);
        return result;
    }
    if (type == "unary_expression") {
        Node* result = make(Kind::unary, node);
        result->text = text_of("operator");
        result->a = expression(field(parts, "argument")->node);
        return result;
    }
    if (type == "update_expression") {
        Node* result = make(Kind::update, node);
        result->text = text_of("operator");
        result->flags = parts[0].field == "operator" ? f_prefix : 0;
        result->a = expression(field(parts, "argument")->node);
        return result;
    }
    if (type == "ternary_expression") {
        Node* result = make(Kind::conditional, node);
        result->a = expression(field(parts, "condition")->node);
        result->b = expression(field(parts, "consequence")->node);
        result->c = expression(field(parts, "alternative")->node);
        return result;
    }
    Node* result = make(Kind::assign, node);
    result->text = type == "assignment_expression" ? "=" : text_of("operator");
    Node* left = expression(field(parts, "left")->node);
    result->a = result->text == "=" ? target(left) : left;
    result->b = expression(field(parts, "right")->node);
    return result;
}

Node* Converter::expression(TSNode node) {
    const Level level(*this, node);
    const std::string_view type = ts_node_type(node);
    const auto leaf = [&](Kind kind) {
        Node* result = make(kind, node);
        result->text = source(node);
        return result;
    };
    const auto around = [&](Kind kind) {
        Node* result = make(kind, node);
        for (const Child& child : children_of(node)) {
            if (child.is_named) {
                result->a = expression(child.node);
            }
        }
        return result;
    };
    const auto named_leaf = [&](Kind kind) {
        Node* result = make(kind, node);
        result->text = name_of(node);
        return result;
    };
    if (type == "identifier" || type == "undefined" || type == "shorthand_property_identifier" ||
        type == "shorthand_property_identifier_pattern") {
        return named_leaf(Kind::identifier);
    }
    if (type == "number") {
        Node* result = leaf(Kind::literal);
        result->text = without_separators(result->text);
        if (result->text.back() == 'n') {
            result->kind = Kind::big_integer;
            result->text.pop_back();
        }
        return result;
    }
    if (type == "string") {
        return leaf(Kind::string);
    }
    if (type == "true" || type == "false" || type == "null") {
        return leaf(Kind::literal);
    }
    if (type == "call_expression") {
        return call(node);
    }
    if (type == "member_expression" || type == "subscript_expression") {
        return access(node, type);
    }
    if (type == "binary_expression" || type == "unary_expression" || type == "update_expression" ||
        type == "ternary_expression" || type == "assignment_expression" || type == "augmented_assignment_expression") {
        return operator_expression(node, type);
    }
    if (type == "parenthesized_expression") {
        return around(Kind::parenthesized);
    }
    if (type == "object") {
        return object(node);
    }
    if (type == "array") {
        Node* result = make(Kind::array, node);
        elements(node, result->list, false);
        return result;
    }
    if (type == "function_expression" || type == "generator_function" || type == "arrow_function") {
        return function(node, type == "arrow_function" ? f_arrow : 0);
    }
    if (type == "class") {
        return class_of(node, 0);
    }
    if (type == "template_string") {
        return template_text(node);
    }
    if (type == "new_expression") {
        const Children parts = children_of(node);
        Node* result = make(Kind::new_call, node);
        result->a = expression(field(parts, "constructor")->node);
        if (const Child* arguments = field(parts, "arguments")) {
            list(arguments->node, result->list);
        }
        return result;
    }
    if (type == "sequence_expression") {
        Node* result = make(Kind::sequence, node);
        list(node, result->list);
        return result;
    }
    if (type == "spread_element") {
        return around(Kind::spread);
    }
    if (type == "await_expression") {
        return around(Kind::await);
    }
    if (type == "yield_expression") {
        Node* result = around(Kind::yield);
        result->flags = has_token(children_of(node), "*") ? f_delegate : 0;
        if (!in_generator_ && result->a == nullptr && result->flags == 0) {
            result->kind = Kind::identifier;  // in sloppy code a name like any other
            result->text = "yield";
        }
        return result;
    }
    if (type == "regex") {
        const Children parts = children_of(node);
        Node* result = make(Kind::regex, node);
        result->text = source(field(parts, "pattern")->node);
        result->b = make(Kind::literal, node);
        if (const Child* flags = field(parts, "flags")) {
            result->b->text = source(flags->node);
        }
        return result;
    }
    if (type == "this") {
        return leaf(Kind::this_value);
    }
    if (type == "super") {
        return leaf(Kind::super_value);
    }
    if (type == "meta_property") {
        return leaf(source(node).substr(0, 3) == "new" ? Kind::new_target : Kind::import_meta);
    }
    if (type == "private_property_identifier") {
        return named_leaf(Kind::private_name);
    }
    if (type == "object_pattern" || type == "array_pattern" || type == "rest_pattern" || type == "assignment_pattern") {
        return pattern(node);
    }
    if (type == "object_assignment_pattern") {  // `({a = 1} = b)`, seen as an object first
        const Children parts = children_of(node);
        Node* result = make(Kind::assign, node);
        result->text = "=";
        result->a = expression(field(parts, "left")->node);
        result->b = expression(field(parts, "right")->node);
        return result;
    }
    if (type.substr(0, 3) == "jsx") {
        refuse(node, "Unexpected token '<' (JSX is not supported)");
    }
    refuse(node, "Unexpected " + std::string(type));
}

}  // namespace evald::js
