#include <algorithm>

#include "lowering/lowerer.hpp"

namespace evald::js {

namespace {

bool is_simple(const Node* parameter) { return parameter->kind == Kind::identifier; }

/// Does the function's text use this name as anything but itself?
bool uses_name(const Node& function, const std::string& name) {
    return function.scope != nullptr && function.scope->function->used.count(name) > 0;
}

bool is_identifier_name(std::string_view name) {
    static constexpr std::string_view k_reserved[] = {
        "break",  "case",      "catch",      "class",     "const",   "continue",   "debugger",  "default",
        "delete", "do",        "else",       "enum",      "export",  "extends",    "false",     "finally",
        "for",    "function",  "if",         "import",    "in",      "instanceof", "new",       "null",
        "return", "super",     "switch",     "this",      "throw",   "true",       "try",       "typeof",
        "var",    "void",      "while",      "with",      "yield",   "let",        "static",    "await",
        "eval",   "arguments", "implements", "interface", "package", "private",    "protected", "public"};
    const auto is_letter = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
    };
    return !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
           std::all_of(name.begin(), name.end(), is_letter) &&
           std::find(std::begin(k_reserved), std::end(k_reserved), name) == std::end(k_reserved);
}

}  // namespace

/// The function whose own `this`, `arguments` and `new.target` are meant here.
Lowerer::Function& Lowerer::this_owner() {
    Function* function = function_;
    while (function->is_arrow) {
        function = function->outer;
    }
    return *function;
}

std::string Lowerer::this_text() {
    Function& owner = this_owner();
    if (owner.is_derived) {
        return "(" + prefix_ + "t||" + r("noThis") + "())";
    }
    if (owner.is_program && kind_ == SourceKind::module) {
        return "void 0";
    }
    if (&owner == function_ && !owner.is_coroutine() && !owner.is_program) {
        return "this";
    }
    owner.needs_this = true;
    return prefix_ + "t";
}

Node* Lowerer::lower_this(Node* node) {
    Node* result = tree_.make(Kind::text, node);
    result->text = this_text();
    return result;
}

Node* Lowerer::lower_new_target(Node* node) {
    Function& owner = this_owner();
    if (owner.node != nullptr && owner.node->has(f_constructor)) {
        return code(node, prefix_ + "n");
    }
    if (owner.node != nullptr && (owner.node->has(f_method) || owner.node->has(f_initializer))) {
        return code(node, "void 0");
    }
    if (&owner == function_ && !owner.is_coroutine()) {
        return node;
    }
    owner.needs_new_target = true;
    return code(node, prefix_ + "n");
}

Node* Lowerer::lower_arguments_object(Node* node) {
    Function& owner = this_owner();
    if (owner.is_program || (&owner == function_ && !owner.is_coroutine())) {
        return node;
    }
    owner.needs_arguments = true;
    return code(node, prefix_ + "a");
}

Node* Lowerer::lower_return(Node* node) {
    node->a = lower_optional(node->a);
    Function* function = function_;
    if (function->is_derived && !function->is_coroutine()) {
        node->a = node->a == nullptr ? code(node, this_text())
                                     : code(node, r("derivedResult"), "(", node->a, "," + prefix_ + "t)");
    } else if (function->is_generator && function->is_async && node->a != nullptr) {
        node->a = code(node, r("await"), "(", node->a, ")");
    }
    return node;
}

Node* Lowerer::lower_await(Node* node) {
    if (!function_->is_async) {
        if (!function_->is_program || kind_ == SourceKind::common_js) {
            throw SyntaxFaultError("await is only valid in async functions and the top level bodies of modules", *node);
        }
        uses_await_ = true;
    }
    return code(node, r("await"), "(", lower(node->a), ")");
}

Node* Lowerer::lower_yield(Node* node) {
    if (!function_->is_generator) {
        throw SyntaxFaultError("yield is only valid in generator functions", *node);
    }
    const bool is_async = function_->is_async;
    const char* helper =
        node->has(f_delegate) ? (is_async ? "yieldAllAsync" : "yieldAll") : (is_async ? "yieldAsync" : "yield");
    return code(node, r(helper), "(", lower_optional(node->a), ")");
}

/// Declarations that a lowered body needs at its start.
std::vector<Node*> Lowerer::function_head(Function& function, bool is_strict) {
    std::vector<Node*> head;
    if (is_strict) {
        head.push_back(text("\"use strict\";"));
    }
    std::string variables;
    const auto add = [&variables](const std::string& declaration) {
        variables += (variables.empty() ? "var " : ",") + declaration;
    };
    if (function.needs_this) {
        add(prefix_ + "t=this");
    }
    if (function.needs_arguments) {
        add(prefix_ + "a=arguments");
    }
    if (function.needs_new_target) {
        add(prefix_ + "n=new.target");
    }
    if (!function.own_arguments.empty()) {
        add(function.own_arguments + "=arguments");
    }
    if (!variables.empty()) {
        head.push_back(text(variables + ";"));
    }
    return head;
}

/// Leaves only plain names in the list; what else parameters do goes to the body's start.
void Lowerer::lower_parameters(Node& node, std::vector<Node*>& prologue, int& length) {
    std::vector<Node*> names;
    length = 0;
    bool counts = true;
    for (std::size_t i = 0; i < node.list.size(); ++i) {
        Node* parameter = node.list[i];
        if (parameter->kind == Kind::rest) {
            const std::string source = function_->is_coroutine() ? function_->own_arguments : "arguments";
            Node* values = code(parameter, r("rest"), "(", source, ",", std::to_string(i), ")");
            if (is_simple(parameter->a)) {
                prologue.push_back(code_statement(parameter, "var ", parameter->a, "=", values, ";"));
            } else {
                const std::string name = temp();
                prologue.push_back(code_statement(parameter, name, "=", values, ";"));
                prologue.push_back(destructure(parameter->a, name, true));
            }
            break;
        }
        counts = counts && parameter->kind != Kind::with_default;
        length += counts ? 1 : 0;
        if (is_simple(parameter)) {
            names.push_back(parameter);
            continue;
        }
        if (parameter->kind == Kind::with_default && is_simple(parameter->a)) {
            names.push_back(parameter->a);
            Node* value = named(parameter->b, parameter->a->text);
            prologue.push_back(
                code_statement(parameter, "if(", parameter->a, "===void 0)", parameter->a, "=", value, ";"));
            continue;
        }
        const std::string name = scopes_.fresh_name();
        names.push_back(text(name));
        prologue.push_back(destructure(parameter, name, true));
    }
    node.list = std::move(names);
}

Node* Lowerer::lower_function(Node* node) {
    Function state;
    state.node = node;
    state.outer = function_;
    state.is_arrow = node->has(f_arrow);
    state.is_async = node->has(f_async);
    state.is_generator = node->has(f_generator);
    if (node->has(f_method) && function_ != nullptr) {
        state.class_node = function_->class_node;
        state.is_static = function_->is_static;
        state.home = function_->home;
    }
    state.is_derived = node->has(f_derived);
    const bool is_expression_body = node->b->kind != Kind::block;
    if (state.is_coroutine()) {
        const bool has_rest = !node->list.empty() && node->list.back()->kind == Kind::rest;
        state.own_arguments = has_rest ? scopes_.fresh_name() : "";
    }
    function_ = &state;
    std::vector<Node*> prologue;
    int length = 0;
    const bool has_defaults = std::any_of(node->list.begin(), node->list.end(),
                                          [](const Node* parameter) { return parameter->kind == Kind::with_default; });
    lower_parameters(*node, prologue, length);
    std::vector<Node*> body;
    if (is_expression_body && !node->has(f_initializer)) {
        Node* result = tree_.make(Kind::return_value, node->b);
        result->a = node->b;
        body.push_back(lower_return(result));
    } else if (is_expression_body) {
        body.push_back(code_statement(node->b, "return ", named(node->b, node->text), ";"));
    } else {
        body = std::move(node->b->list);
        lower_statements(body);
    }
    function_ = state.outer;

    Node* block = tree_.make(Kind::block, node->b);
    block->end_line = node->b->end_line;
    if (node->has(f_constructor)) {
        state.needs_new_target = false;  // has its own way to know
    }
    block->list = function_head(state, node->has(f_strict));
    std::vector<Node*> inner = std::move(prologue);
    if (!state.temps.empty()) {
        std::string declared;
        for (const std::string& name : state.temps) {
            declared += (declared.empty() ? "var " : ",") + name;
        }
        inner.insert(inner.begin(), text(declared + ";"));
    }
    inner.insert(inner.end(), body.begin(), body.end());
    if (state.is_coroutine()) {
        Node* thunk_body = tree_.make(Kind::block);
        thunk_body->end_line = block->end_line;
        thunk_body->list = std::move(inner);
        const char* helper = state.is_generator ? (state.is_async ? "asyncGenerator" : "generator") : "async";
        Node* call = code_statement(nullptr, "return ", r(helper), "(function()", thunk_body);
        if (state.is_generator) {
            if (node->a == nullptr) {
                node->a = text(scopes_.fresh_name());
                node->flags |= f_optional;  // the name is ours, the function has none
            }
            add_part(*call, ",");
            add_part(*call, node->a);
        }
        add_part(*call, ");");
        block->list.push_back(call);
    } else {
        block->list.insert(block->list.end(), inner.begin(), inner.end());
    }
    node->b = block;
    if (has_defaults) {
        node->column = static_cast<std::uint32_t>(length) + 1;  // what `length` must say, for lower_function_value
        node->flags |= f_default;
    }
    return node->has(f_declaration) ? node : lower_function_value(node);
}

/// A function expression: marked as what it is, where the engine would not know.
Node* Lowerer::lower_function_value(Node* node) {
    Node* value = node;
    if (node->has(f_generator) || node->has(f_async)) {
        const char* helper = !node->has(f_generator) ? "markAsync"
                             : node->has(f_async)    ? "markAsyncGenerator"
                                                     : "markGenerator";
        value = code(node, r(helper), "(", node, node->has(f_optional) ? ",\"\")" : ")");
    }
    if (node->has(f_default)) {
        value = code(node, r("length"), "(", value, ",", std::to_string(node->column - 1), ")");
    }
    return value;
}

Node* Lowerer::named(Node* value, const std::string& name) {
    Node* inner = value;
    const bool is_anonymous =
        !name.empty() && (inner->kind == Kind::function || inner->kind == Kind::class_value) && inner->a == nullptr;
    if (!is_anonymous) {
        return lower(value);
    }
    if (inner->kind == Kind::class_value) {
        inner->text = name;
        return lower(inner);
    }
    if (is_identifier_name(name) && !uses_name(*inner, name)) {
        inner->a = text(name);
        return lower(inner);
    }
    return code(value, r("name"), "(", lower(inner), ",", quoted_key(name), ")");
}

/// Function declarations that the engine can't hoist as they are: those whose binding is a property of something.
void Lowerer::hoist_functions(std::vector<Node*>& list) {
    std::vector<Node*> first;
    for (Node*& statement : list) {
        if (statement->kind != Kind::function || !statement->has(f_declaration) || statement->a == nullptr) {
            continue;
        }
        Node* const name = statement->a;
        const Binding* binding = name->binding;
        if (binding == nullptr) {
            continue;
        }
        std::string marked = binding->output;
        if (binding->storage == Binding::Storage::member || statement->has(f_static)) {
            if (binding->storage == Binding::Storage::local) {
                function_->temps.push_back(binding->output);
            }
            const std::string label = binding->name;
            statement->a = nullptr;
            statement->flags &= ~static_cast<std::uint32_t>(f_declaration);
            const std::string own = uses_name(*statement, label) || !is_identifier_name(label) ? "" : label;
            statement->a = own.empty() ? nullptr : text(own);
            statement = code_statement(statement, binding->output, "=", lower_function_value(statement), ";");
            continue;
        }
        const bool is_global = binding->storage == Binding::Storage::global;
        if (is_global) {
            marked = scopes_.fresh_name();
            statement->a = text(marked);
        }
        std::string value = marked;
        if (statement->has(f_generator) || statement->has(f_async)) {
            const char* helper = !statement->has(f_generator) ? "markAsync"
                                 : statement->has(f_async)    ? "markAsyncGenerator"
                                                              : "markGenerator";
            value = r(helper) + "(" + value + ")";
        }
        if (statement->has(f_default)) {
            value = r("length") + "(" + value + "," + std::to_string(statement->column - 1) + ")";
        }
        if (marked != binding->name) {
            value = r("name") + "(" + value + ",\"" + binding->name + "\")";
        }
        if (is_global) {
            first.push_back(text(binding->output + "=" + value + ";"));
        } else if (value != marked) {
            first.push_back(text(value + ";"));
        }
    }
    list.insert(list.begin(), first.begin(), first.end());
}

}  // namespace evald::js
