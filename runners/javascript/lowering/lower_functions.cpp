#include <algorithm>
#include <cctype>

#include "lowering/identifier_text.hpp"
#include "lowering/lowerer.hpp"

namespace evald::js {

namespace {

std::string declaration_of(const std::vector<std::string>& names) {
    std::string declared;
    for (const std::string& name : names) {
        declared += (declared.empty() ? "var " : ",") + name;
    }
    return declared.empty() ? "" : declared + ";";
}

}  // namespace

Node* Lowerer::lower_function(Node* node) {
    Function state;
    state.node = node;
    state.outer = function_;
    state.is_arrow = node->has(f_arrow);
    state.is_async = node->has(f_async);
    state.is_generator = node->has(f_generator);
    state.is_strict = node->has(f_strict) || (function_ != nullptr && function_->is_strict);
    if (node->has(f_method) && function_ != nullptr) {
        state.class_node = function_->class_node;
        state.is_static = function_->is_static;
        state.home = function_->home;
    }
    state.is_derived = node->has(f_derived);
    const bool is_expression_body = node->b->kind != Kind::block;
    const bool has_rest = !node->list.empty() && node->list.back()->kind == Kind::rest;
    if (has_rest && state.is_async && !state.is_generator) {
        state.own_arguments = scopes_.fresh_name();
    }
    function_ = &state;
    std::vector<Node*> prologue;
    lower_parameters(*node, prologue);
    std::vector<std::string> parameter_temps;
    if (state.is_generator) {
        parameter_temps = std::exchange(state.temps, {});
    }
    const Scope* const body_scope = node->b->kind == Kind::block ? node->b->scope : nullptr;
    std::vector<Node*> body = function_body(*node, is_expression_body);
    if (body_scope != nullptr) {
        body.insert(body.begin(), text(inherited_values(*node->scope, *body_scope)));
    }
    function_ = state.outer;

    Node* block = tree_.make(Kind::block, node->b);
    block->end_line = node->b->end_line;
    if (node->has(f_constructor)) {
        state.needs_new_target = false;  // has its own way to know
    }
    block->list = function_head(state, node->has(f_strict));
    std::vector<Node*> inner;
    if (state.is_generator) {
        // What parameters do happens at the call, not when the first value is asked for.
        block->list.push_back(text(declaration_of(parameter_temps)));
        block->list.insert(block->list.end(), prologue.begin(), prologue.end());
        inner = std::move(body);
    } else {
        inner = std::move(prologue);
        inner.insert(inner.end(), body.begin(), body.end());
    }
    for (const Scope* scope : {static_cast<const Scope*>(node->scope), body_scope}) {
        if (Node* marks = mark_unset(scope)) {
            inner.insert(inner.begin(), marks);
        }
    }
    inner.insert(inner.begin(), text(declaration_of(state.temps)));
    if (state.is_coroutine()) {
        Node* thunk_body = tree_.make(Kind::block);
        thunk_body->end_line = block->end_line;
        thunk_body->list = std::move(inner);
        const char* helper = state.is_generator ? (state.is_async ? "asyncGenerator" : "generator") : "async";
        block->list.push_back(code_statement(nullptr, "return ", r(helper), "(function*()", thunk_body, ");"));
    } else {
        block->list.insert(block->list.end(), inner.begin(), inner.end());
    }
    node->b = block;
    return node->has(f_declaration) ? node : lower_function_value(node);
}

/// A variable of the body with the name of a parameter begins with its value.
std::string Lowerer::inherited_values(const Scope& parameters, const Scope& body) {
    std::string out;
    for (const Binding* binding : body.bindings) {
        const auto parameter = parameters.names.find(binding->name);
        if (binding->kind == Binding::Kind::variable && parameter != parameters.names.end()) {
            out += "var " + binding->output + "=" + parameter->second->output + ";";
        }
    }
    return out;
}

std::vector<Node*> Lowerer::function_body(Node& node, bool is_expression) {
    std::vector<Node*> body;
    if (is_expression && !node.has(f_initializer)) {
        Node* result = tree_.make(Kind::return_value, node.b);
        result->a = node.b;
        body.push_back(lower_return(result));
    } else if (is_expression) {
        const std::string name = std::exchange(node.text, "");
        body.push_back(code_statement(node.b, "return ", named_by(node.b, name), ";"));
    } else {
        body = std::move(node.b->list);
        lower_statements(body);
    }
    return body;
}

/// A function expression: marked as what it is, where the engine would not know.
Node* Lowerer::lower_function_value(Node* node) {
    if (!node->has(f_generator) && !node->has(f_async)) {
        return node;
    }
    return code(node, r(mark_of(*node)), "(", node, ")");
}

const char* Lowerer::mark_of(const Node& function) {
    return !function.has(f_generator) ? "markAsync" : function.has(f_async) ? "markAsyncGenerator" : "markGenerator";
}

/// Lowers a value that gets a name from where it stands, if it is a function or class without one.
Node* Lowerer::named(Node* value, const std::string& name) { return named_by(value, string_literal(name)); }

/// The same with the name as a literal: a string, or a number.
Node* Lowerer::named_by(Node* value, const std::string& name) {
    Node* inner = value;
    while (inner->kind == Kind::parenthesized) {
        inner = inner->a;
    }
    const bool is_anonymous =
        (inner->kind == Kind::function || inner->kind == Kind::class_value) && inner->a == nullptr;
    if (!is_anonymous || name.empty()) {
        return lower(value);
    }
    if (name[0] != '"' && name[0] != '\'') {
        return code(value, r("name"), "(", lower(value), ",", name, ")");
    }
    inner->text = name;
    return lower(value);
}

}  // namespace evald::js
