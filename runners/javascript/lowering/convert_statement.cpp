#include "lowering/converter.hpp"
#include "lowering/identifier_text.hpp"

namespace evald::js {

Converter::Children Converter::children_of(TSNode node) const {
    Children children;
    TSTreeCursor cursor = ts_tree_cursor_new(node);
    if (ts_tree_cursor_goto_first_child(&cursor)) {
        do {
            const TSNode child = ts_tree_cursor_current_node(&cursor);
            const std::string_view type = ts_node_type(child);
            if (type == "comment" || type == "html_comment") {
                continue;
            }
            const char* name = ts_tree_cursor_current_field_name(&cursor);
            children.push_back({child, type, name == nullptr ? "" : name, ts_node_is_named(child)});
        } while (ts_tree_cursor_goto_next_sibling(&cursor));
    }
    ts_tree_cursor_delete(&cursor);
    return children;
}

const Converter::Child* Converter::field(const Children& children, std::string_view name) {
    for (const Child& child : children) {
        if (child.field == name && child.type != ";") {
            return &child;
        }
    }
    return nullptr;
}

bool Converter::has_token(const Children& children, std::string_view token) {
    for (const Child& child : children) {
        if (!child.is_named && child.type == token) {
            return true;
        }
    }
    return false;
}

std::string_view Converter::source(TSNode node) const {
    const std::uint32_t begin = ts_node_start_byte(node);
    return text_.substr(begin, ts_node_end_byte(node) - begin);
}

std::string Converter::name_of(TSNode node) const { return without_escapes(source(node)); }

Node* Converter::make(Kind kind, TSNode place) {
    const TSPoint start = ts_node_start_point(place);
    Node* node = tree_.make(kind);
    node->line = start.row + 1;
    node->column = start.column + 1;
    node->end_line = ts_node_end_point(place).row + 1;
    node->begin = ts_node_start_byte(place);
    node->end = ts_node_end_byte(place);
    return node;
}

void Converter::refuse(TSNode place, std::string message) const {
    const TSPoint start = ts_node_start_point(place);
    throw SyntaxFaultError(SyntaxFault{std::move(message), start.row + 1, start.column + 1});
}

Node* Converter::program(TSNode root) {
    Node* node = make(Kind::program, root);
    node->line = 1;
    statements(children_of(root), node->list);
    node->flags |= has_strict_directive(*node) ? f_strict : 0;
    return node;
}

void Converter::statements(const Children& children, std::vector<Node*>& out) {
    for (const Child& child : children) {
        if (child.is_named && child.type != "hash_bang_line" && child.field != "value" && child.field != "label") {
            out.push_back(statement(child.node));
        }
    }
}

Node* Converter::variables(TSNode node, std::string_view kind) {
    Node* result = make(Kind::variables, node);
    result->text = kind;
    for (const Child& child : children_of(node)) {
        if (child.type != "variable_declarator") {
            continue;
        }
        const Children parts = children_of(child.node);
        Node* declarator = make(Kind::declarator, child.node);
        declarator->a = pattern(field(parts, "name")->node);
        declarator->b = optional_expression(field(parts, "value"));
        result->list.push_back(declarator);
    }
    return result;
}

Node* Converter::for_statement(TSNode node) {
    const Children parts = children_of(node);
    Node* result = make(Kind::for_loop, node);
    const Child* initializer = field(parts, "initializer");
    if (initializer != nullptr && initializer->type != "empty_statement") {
        const bool declares = initializer->type == "lexical_declaration" || initializer->type == "variable_declaration";
        result->a = declares ? statement(initializer->node) : expression(initializer->node);
    }
    const Child* condition = field(parts, "condition");
    if (condition != nullptr && condition->type != "empty_statement") {
        result->b = expression(condition->node);
    }
    result->c = optional_expression(field(parts, "increment"));
    result->d = statement(field(parts, "body")->node);
    return result;
}

Node* Converter::for_in_statement(TSNode node) {
    const Children parts = children_of(node);
    const bool is_of = source(field(parts, "operator")->node) == "of";
    Node* result = make(is_of ? Kind::for_of : Kind::for_in, node);
    result->flags = has_token(parts, "await") ? f_await : 0;
    const Child* kind = field(parts, "kind");
    result->text = kind == nullptr ? "" : std::string(source(kind->node));
    const TSNode left = field(parts, "left")->node;
    result->a = kind == nullptr ? target(expression(left)) : pattern(left);
    if (result->a->kind == Kind::index && result->a->a->kind == Kind::identifier && result->a->a->text == "let") {
        // The grammar takes `let [x]` for an access.
        Node* list = make(Kind::array_pattern, left);
        Node* inside = result->a->b;
        if (inside->kind == Kind::sequence) {
            for (Node* element : inside->list) {
                list->list.push_back(target(element));
            }
        } else {
            list->list.push_back(target(inside));
        }
        result->a = list;
        result->text = "let";
    }
    result->c = optional_expression(field(parts, "value"));  // `for (var a = 1 in b)`
    result->b = expression(field(parts, "right")->node);
    result->d = statement(field(parts, "body")->node);
    return result;
}

Node* Converter::try_statement(TSNode node) {
    const Children parts = children_of(node);
    Node* result = make(Kind::try_block, node);
    result->a = statement(field(parts, "body")->node);
    if (const Child* handler = field(parts, "handler")) {
        const Children inner = children_of(handler->node);
        if (const Child* parameter = field(inner, "parameter")) {
            result->b = pattern(parameter->node);
        }
        result->c = statement(field(inner, "body")->node);
    }
    if (const Child* finalizer = field(parts, "finalizer")) {
        result->d = statement(field(children_of(finalizer->node), "body")->node);
    }
    return result;
}

Node* Converter::switch_statement(TSNode node) {
    const Children parts = children_of(node);
    Node* result = make(Kind::switch_on, node);
    result->a = expression(field(parts, "value")->node);
    for (const Child& child : children_of(field(parts, "body")->node)) {
        if (!child.is_named) {
            continue;
        }
        Node* branch = make(Kind::switch_case, child.node);
        const Children inner = children_of(child.node);
        branch->a = optional_expression(field(inner, "value"));
        statements(inner, branch->list);
        result->list.push_back(branch);
    }
    return result;
}

Node* Converter::statement(TSNode node) {
    const Level level(*this, node);
    const std::string_view type = ts_node_type(node);
    const auto with = [&](Kind kind, auto&& fill) {
        Node* result = make(kind, node);
        fill(*result, children_of(node));
        return result;
    };
    const auto first_named = [](const Children& parts) -> const Child* {
        for (const Child& child : parts) {
            if (child.is_named) {
                return &child;
            }
        }
        return nullptr;
    };
    if (type == "expression_statement") {
        return with(Kind::expression,
                    [&](Node& it, const Children& parts) { it.a = expression(first_named(parts)->node); });
    }
    if (type == "lexical_declaration") {
        return variables(node, source(field(children_of(node), "kind")->node));
    }
    if (type == "variable_declaration") {
        return variables(node, "var");
    }
    if (type == "statement_block") {
        return with(Kind::block, [&](Node& it, const Children& parts) { statements(parts, it.list); });
    }
    if (type == "function_declaration" || type == "generator_function_declaration") {
        return function(node, f_declaration);
    }
    if (type == "class_declaration") {
        return class_of(node, f_declaration);
    }
    if (type == "if_statement") {
        return with(Kind::if_else, [&](Node& it, const Children& parts) {
            it.a = expression(field(parts, "condition")->node);
            it.b = statement(field(parts, "consequence")->node);
            if (const Child* alternative = field(parts, "alternative")) {
                it.c = statement(first_named(children_of(alternative->node))->node);
            }
        });
    }
    if (type == "for_statement") {
        return for_statement(node);
    }
    if (type == "for_in_statement") {
        return for_in_statement(node);
    }
    if (type == "while_statement" || type == "do_statement") {
        return with(type == "while_statement" ? Kind::while_loop : Kind::do_loop, [&](Node& it, const Children& parts) {
            it.a = expression(field(parts, "condition")->node);
            it.b = statement(field(parts, "body")->node);
        });
    }
    if (type == "return_statement" || type == "throw_statement") {
        return with(type == "return_statement" ? Kind::return_value : Kind::throw_value,
                    [&](Node& it, const Children& parts) { it.a = optional_expression(first_named(parts)); });
    }
    if (type == "break_statement" || type == "continue_statement") {
        return with(type == "break_statement" ? Kind::break_out : Kind::continue_loop,
                    [&](Node& it, const Children& parts) {
                        const Child* label = field(parts, "label");
                        it.text = label == nullptr ? "" : name_of(label->node);
                    });
    }
    if (type == "try_statement") {
        return try_statement(node);
    }
    if (type == "switch_statement") {
        return switch_statement(node);
    }
    if (type == "labeled_statement") {
        return with(Kind::labeled, [&](Node& it, const Children& parts) {
            it.text = name_of(field(parts, "label")->node);
            it.a = statement(field(parts, "body")->node);
        });
    }
    if (type == "with_statement") {
        return with(Kind::with_object, [&](Node& it, const Children& parts) {
            it.a = expression(field(parts, "object")->node);
            it.b = statement(field(parts, "body")->node);
        });
    }
    if (type == "import_statement") {
        return import_statement(node);
    }
    if (type == "export_statement") {
        return export_statement(node);
    }
    if (type == "empty_statement" || type == "debugger_statement") {
        return make(Kind::empty, node);
    }
    refuse(node, "Unexpected " + std::string(type));
}

}  // namespace evald::js
