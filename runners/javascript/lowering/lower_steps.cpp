#include <algorithm>

#include "lowering/lowerer.hpp"

namespace evald::js {

namespace {

const Node& target_of(const Node& element) {
    const Node* target = &element;
    while (target->kind == Kind::rest || target->kind == Kind::with_default) {
        target = target->a;
    }
    return *target;
}

}  // namespace

/// Can a script tell whether all values were taken before the first was assigned? Where targets are more than names.
bool Lowerer::needs_steps(const Node& pattern) {
    return std::any_of(pattern.list.begin(), pattern.list.end(), [](const Node* element) {
        return element->kind != Kind::empty && target_of(*element).kind != Kind::identifier;
    });
}

/// An assignment pattern in the order of the language: each target is evaluated, then its value taken, then it is
/// assigned; what is thrown on the way closes the iterator. The steps are a function of their own, an arrow in all but
/// looks.
Node* Lowerer::destructure_stepwise(Node* pattern, const std::string& value) {
    Function state;
    state.outer = function_;
    state.is_arrow = true;
    state.is_async = function_->is_async;
    state.is_generator = function_->is_generator;
    state.is_strict = function_->is_strict;
    function_ = &state;
    const std::string record = scopes_.fresh_name();
    std::vector<Node*> body;
    for (Node* element : pattern->list) {
        take_step(element, record, body);
    }
    function_ = state.outer;
    Node* result = code(pattern, r("steps"), "(", value, ",function*(", record, "){");
    std::string declared;
    for (const std::string& name : state.temps) {
        declared += (declared.empty() ? "var " : ",") + name;
    }
    add_part(*result, declared.empty() ? "" : declared + ";");
    for (Node* part : body) {
        add_part(*result, part);
        add_part(*result, ";");
    }
    add_part(*result, "})");
    return result;
}

void Lowerer::take_step(Node* element, const std::string& record, std::vector<Node*>& body) {
    const std::string next = r(element->kind == Kind::rest ? "restOf" : "next") + "(" + record + ")";
    if (element->kind == Kind::empty) {
        body.push_back(text(next));
        return;
    }
    Node* pattern = element->kind == Kind::rest ? element->a : element;
    Node* target = pattern->kind == Kind::with_default ? pattern->a : pattern;
    const bool is_member = target->kind == Kind::index || (target->kind == Kind::dot && target->text[0] != '#');
    if (is_member && target->a->kind != Kind::super_value) {
        const std::string object = temp();
        body.push_back(code(target, object, "=", lower(target->a)));
        target->a = text(object);
        if (target->kind == Kind::index) {
            const std::string key = temp();
            body.push_back(code(target, key, "=", lower(target->b)));
            target->b = text(key);
        }
    }
    const std::string value = temp();
    body.push_back(code(element, value, "=", next));
    destructure_into(pattern, value, body);
}

}  // namespace evald::js
