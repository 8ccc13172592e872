#include "lowering/identifier_text.hpp"
#include "lowering/lowerer.hpp"

namespace evald::js {

std::string Lowerer::temp() {
    std::string name = scopes_.fresh_name();
    function_->temps.push_back(name);
    return name;
}

/// A property name as a string literal or a number.
std::string Lowerer::quoted_key(std::string_view key) {
    if (!key.empty() && (key[0] == '"' || key[0] == '\'' || (key[0] >= '0' && key[0] <= '9') || key[0] == '.')) {
        return std::string(key);
    }
    return string_literal(key);
}

std::string Lowerer::key_literal(const Node& key) { return quoted_key(key.text); }

Node* Lowerer::arguments(const std::vector<Node*>& list) {
    Node* node = tree_.make(Kind::code);
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (i > 0) {
            add_part(*node, ",");
        }
        add_part(*node, list[i]);
    }
    return node;
}

void Lowerer::lower_children(Node& node) {
    for_each_child(node, [this](Node*& child) { child = lower(child); });
}

void Lowerer::lower_statements(std::vector<Node*>& list) {
    for (Node*& statement : list) {
        statement = lower(statement);
    }
    hoist_functions(list);
}

Node* Lowerer::lower(Node* node) {
    switch (node->kind) {
        case Kind::identifier: return lower_identifier(node);
        case Kind::this_value: return lower_this(node);
        case Kind::new_target: return lower_new_target(node);
        case Kind::big_integer: return code(node, r("big"), "(\"", node->text, "\")");
        case Kind::regex: return lower_regex(node);
        case Kind::template_text: return lower_template(node);
        case Kind::tagged: return lower_tagged(node);
        case Kind::array: return lower_array(node);
        case Kind::object: return lower_object(node);
        case Kind::function: return lower_function(node);
        case Kind::class_value: return lower_class(node);
        case Kind::dot:
        case Kind::index:
        case Kind::call: return lower_chain(node);
        case Kind::new_call: return lower_new(node);
        case Kind::unary: return lower_unary(node);
        case Kind::update: return lower_update(node);
        case Kind::binary: return lower_binary(node);
        case Kind::logical: return lower_logical(node);
        case Kind::assign: return lower_assign(node);
        case Kind::await: return lower_await(node);
        case Kind::yield: return lower_yield(node);
        case Kind::variables: return lower_variables(node);
        case Kind::block: return lower_block(node);
        case Kind::labeled: return lower_labeled(node);
        case Kind::for_loop: return lower_for(node);
        case Kind::for_of: return lower_for_of(node);
        case Kind::for_in: return lower_for_in(node);
        case Kind::switch_on: return lower_switch(node);
        case Kind::try_block: return lower_try(node);
        case Kind::return_value: return lower_return(node);
        case Kind::import_from: return lower_import(node);
        case Kind::export_value: return lower_export(node);
        case Kind::export_names: return lower_export_names(node);
        case Kind::import_call: return code(node, r("import"), "(", lower(node->a), ")");
        case Kind::import_meta: return code(node, r("meta"));
        case Kind::super_value: throw SyntaxFaultError("'super' keyword unexpected here", *node);
        case Kind::spread: throw SyntaxFaultError("Unexpected token '...'", *node);
        case Kind::if_else:
        case Kind::while_loop:
        case Kind::do_loop:
        case Kind::conditional:
            lower_children(*node);
            node->a = truth(node->a);
            return node;
        default: lower_children(*node); return node;
    }
}

}  // namespace evald::js
