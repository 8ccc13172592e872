#include <algorithm>

#include "lowering/lowerer.hpp"

namespace evald::js {

namespace {

bool is_simple(const Node* parameter) { return parameter->kind == Kind::identifier; }

bool uses_arguments(const Node& function) {
    return function.scope != nullptr && function.scope->function->used.count("arguments") > 0;
}

}  // namespace

/// Leaves only plain names in the list; what else parameters do goes to the body's start.
void Lowerer::lower_parameters(Node& node, std::vector<Node*>& prologue) {
    function_->in_parameters = true;
    const bool are_simple = std::all_of(node.list.begin(), node.list.end(), is_simple);
    // The engine ties `arguments` to the parameters in sloppy code, the language only where all are plain names.
    const bool keeps_apart = !are_simple && !function_->is_strict && uses_arguments(node);
    std::vector<Node*> names;
    std::uint32_t length = 0;
    bool counts = true;
    for (std::size_t i = 0; i < node.list.size(); ++i) {
        Node* parameter = node.list[i];
        if (parameter->kind == Kind::rest) {
            const std::string source = function_->own_arguments.empty() ? "arguments" : function_->own_arguments;
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
        const bool has_default = parameter->kind == Kind::with_default;
        if (is_simple(parameter) && !keeps_apart) {
            names.push_back(parameter);
            continue;
        }
        if (has_default && is_simple(parameter->a) && !keeps_apart) {
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
    if (length != names.size()) {
        node.length = length + 1;
    }
    node.list = std::move(names);
    function_->in_parameters = false;
}

}  // namespace evald::js
