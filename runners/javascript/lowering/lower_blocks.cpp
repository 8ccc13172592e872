#include "lowering/lowerer.hpp"

namespace evald::js {

/// Gives a scope's captured names an object of their own, new at every entry. A caught exception is the one thing that
/// the engine binds anew each time without a function, so that break, return, yield and `this` stay as they are.
void Lowerer::wrap_in_object(Scope* scope, std::vector<Node*>& statements, const std::vector<std::string>& initial) {
    if (scope == nullptr || scope->object.empty()) {
        return;
    }
    std::string members;
    std::size_t position = 0;
    for (const Binding* binding : scope->bindings) {
        if (binding->storage != Binding::Storage::member) {
            continue;
        }
        const std::string value = position < initial.size() ? initial[position]
                                  : binding->is_checked     ? unset()
                                                            : "void 0";
        ++position;
        members += (members.empty() ? "" : ",") + quoted_key(binding->name) + ":" + value;
    }
    Node* block = tree_.make(Kind::block);
    block->list = std::move(statements);
    statements = {code_statement(nullptr, "try{throw{", members, "}}catch(", scope->object, ")", block)};
}

Node* Lowerer::lower_block(Node* node) {
    lower_statements(node->list);
    if (Node* marks = mark_unset(node->scope)) {
        node->list.insert(node->list.begin(), marks);
    }
    wrap_in_object(node->scope, node->list, {});
    return node;
}

/// A loop's body with a first statement before it.
Node* Lowerer::loop_body(Node* node, Node* first) {
    Node* body = lower(node->d);
    Node* block = tree_.make(Kind::block, body);
    block->line = 0;
    block->end_line = body->end_line;
    if (first != nullptr) {
        block->list.push_back(first);
    }
    block->list.push_back(body);
    return block;
}

/// Labels stay with their loop, whatever has to come before it.
Node* Lowerer::lower_labeled(Node* node) {
    Node* inner = node->a;
    while (inner->kind == Kind::labeled) {
        inner = inner->a;
    }
    if (inner->kind != Kind::for_loop && inner->kind != Kind::for_of) {
        node->a = lower(node->a);
        return node;
    }
    labels_ += node->text + ":";
    return lower(node->a);
}

Node* Lowerer::lower_for(Node* node) {
    const std::string labels = std::exchange(labels_, "");
    Scope* const scope = node->scope;
    Node* before = nullptr;
    if (node->a != nullptr) {
        node->a = lower(node->a);
        if (node->a->kind == Kind::code && node->a->has(f_statement)) {
            before = std::exchange(node->a, nullptr);
        }
    }
    node->b = truth(lower_optional(node->b));
    node->c = lower_optional(node->c);
    if (scope != nullptr && !scope->object.empty()) {
        std::vector<std::string> initial;
        std::string back;
        for (const Binding* binding : scope->bindings) {
            if (binding->storage != Binding::Storage::member) {
                continue;
            }
            const bool is_of_body = binding->kind == Binding::Kind::internal;  // a class's own names
            initial.push_back(is_of_body ? "void 0" : binding->head_output);
            if (binding->is_assigned) {
                back += binding->head_output + "=" + binding->output + ";";
            }
        }
        Node* body = loop_body(node, nullptr);
        if (!back.empty()) {
            Node* guarded = code_statement(nullptr, "try", body, "finally{", back, "}");
            body = tree_.make(Kind::block);
            body->list.push_back(guarded);
        }
        wrap_in_object(scope, body->list, initial);
        node->d = body;
    } else {
        node->d = lower(node->d);
    }
    if (before == nullptr && labels.empty()) {
        return node;
    }
    return code_statement(node, before, labels, node);
}

Node* Lowerer::lower_for_in(Node* node) {
    node->b = lower(node->b);
    Scope* const scope = node->scope;
    const bool is_plain_name = node->a->kind == Kind::identifier && (scope == nullptr || scope->object.empty()) &&
                               (node->a->binding == nullptr || declares_name(*node->a->binding));
    if (is_plain_name && (node->text.empty() || node->a->binding != nullptr)) {
        node->a = lower_identifier(node->a);
        node->d = lower(node->d);
        return node;
    }
    const std::string name = temp();
    Node* target = node->a;
    Node* first = node->text.empty() ? code_statement(target, assignment(target, text(name)), ";")
                                     : destructure(target, name, true);
    node->a = text(name);
    node->text.clear();
    node->d = loop_body(node, first);
    wrap_in_object(scope, node->d->list, {});
    return node;
}

Node* Lowerer::lower_for_of(Node* node) {
    const std::string labels = std::exchange(labels_, "");
    const bool is_await = node->has(f_await);
    if (is_await) {
        uses_await_ = uses_await_ || function_->is_program;
        if (!function_->is_async && !(function_->is_program && may_await())) {
            throw SyntaxFaultError("for await is only valid in async functions and the top level bodies of modules",
                                   *node);
        }
    }
    Node* iterable = lower(node->b);
    Scope* const scope = node->scope;
    const std::string items = temp();     // the array itself, where its iteration is the built-in one
    const std::string iterator = temp();  // else what iterates
    const std::string position = temp();
    Node* target = node->a;
    const std::string value =
        is_await ? iterator + ".value" : iterator + "?" + iterator + ".value:" + items + "[" + position + "++]";
    Node* first = nullptr;
    const bool is_local_name = target->kind == Kind::identifier && !node->text.empty() && target->binding != nullptr &&
                               declares_name(*target->binding);
    if (is_local_name) {
        first = code_statement(target, "var ", target, "=", value, ";");
    } else {
        const std::string name = temp();
        Node* bind = node->text.empty() && target->kind != Kind::array_pattern && target->kind != Kind::object_pattern
                         ? code_statement(target, assignment(target, text(name)), ";")
                         : destructure(target, name, !node->text.empty());
        first = code_statement(target, name, "=", value, ";", bind);
    }
    Node* body = loop_body(node, first);
    wrap_in_object(scope, body->list, {});
    const std::string error = scopes_.fresh_name();
    if (is_await) {
        const std::string close = "if(!" + iterator + ".done){" + iterator + ".done=true;" + r("await") + "(" +
                                  r("closeAsync") + "(" + iterator + "))}";
        return code_statement(node, iterator, "=", r("iterateAsync"), "(", iterable, ");try{", labels, "for(;",
                              r("stepAsync"), "(", iterator, ",", r("await"), "(", r("nextAsync"), "(", iterator,
                              ")));)", body, "}catch(", error, "){if(!", iterator, ".done){", iterator,
                              ".done=true;try{", r("await"), "(", r("closeAsync"), "(", iterator,
                              "))}catch(" + error + "$){}}throw ", error, "}finally{", close, "}");
    }
    return code_statement(node, items, "=", r("of"), "(", iterable, ");", iterator, "=", items, "?null:", r("iterator"),
                          "();try{", labels, "for(", position, "=0;", iterator, "?", r("step"), "(", iterator,
                          "):", position, "<", items, ".length;)", body, "}catch(", error, "){throw ", r("abort"), "(",
                          iterator, ",", error, ")}finally{if(", iterator, ")", r("close"), "(", iterator, ")}");
}

Node* Lowerer::lower_switch(Node* node) {
    node->a = lower(node->a);
    for (Node* branch : node->list) {
        branch->a = lower_optional(branch->a);
        lower_statements(branch->list);
    }
    Node* marks = mark_unset(node->scope);
    if (node->scope->object.empty()) {
        return marks == nullptr ? node : code_statement(node, marks, node);
    }
    std::vector<Node*> statements{node};
    wrap_in_object(node->scope, statements, {});
    return statements[0];
}

Node* Lowerer::lower_try(Node* node) {
    node->a = lower(node->a);
    if (node->c != nullptr) {
        std::vector<Node*> first;
        Node* parameter = node->b;
        if (parameter == nullptr || parameter->kind != Kind::identifier) {
            const std::string name = scopes_.fresh_name();
            node->b = text(name);
            if (parameter != nullptr) {
                first.push_back(destructure(parameter, name, true));
            }
        }
        if (function_->is_generator) {
            // A generator that is being closed leaves through here; that is no exception of the script.
            first.insert(first.begin(), code_statement(nullptr, r("passClose"), "(", node->b, ");"));
        }
        node->c = lower(node->c);
        node->c->list.insert(node->c->list.begin(), first.begin(), first.end());
    }
    node->d = lower_optional(node->d);
    return node;
}

}  // namespace evald::js
