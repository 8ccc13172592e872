#include "lowering/lowerer.hpp"

namespace evald::js {

Node* Lowerer::lower_identifier(Node* node) {
    if (node->binding == nullptr && node->text == "arguments") {
        return lower_arguments_object(node);
    }
    return node;
}

/// A string literal's text; specifiers with escapes more unusual than these don't occur.
std::string Lowerer::specifier_of(const Node& literal) {
    std::string out;
    for (std::size_t i = 1; i + 1 < literal.text.size(); ++i) {
        if (literal.text[i] == '\\' && i + 2 < literal.text.size()) {
            ++i;
        }
        out += literal.text[i];
    }
    return out;
}

/// The variable that holds a linked module. What it depends on ran before a module does, wherever its imports stand: so
/// they are set up at the top.
std::string Lowerer::linked_module(Node& source) {
    imports_.push_back(specifier_of(source));
    const std::string module = temp();
    hoisted_ += module + "=" + r("linked") + "(" + source.text + ");";
    return module;
}

/// Imports live on the module's object, so that later changes there are seen: a name is written `m.name`.
Node* Lowerer::lower_import(Node* node) {
    if (kind_ == SourceKind::common_js) {
        throw SyntaxFaultError("Cannot use import statement outside a module", *node);
    }
    if (kind_ == SourceKind::module) {
        const std::string module = linked_module(*node->a);
        for (Node* name : node->list) {
            Binding* binding = name->a->binding;
            binding->output = name->text == "*" ? module : module + "[" + quoted_key(name->text) + "]";
            binding->storage = Binding::Storage::member;
            if (name->text != "*") {
                hoisted_ += r("pick") + "(" + module + ",\"" + name->text + "\");";
            }
        }
        return tree_.make(Kind::empty, node);
    }
    const std::string module = temp();
    uses_await_ = true;
    Node* result = code_statement(node, module, "=", r("await"), "(", r("importStatic"), "(", node->a, "));");
    for (Node* name : node->list) {
        Binding* binding = name->a->binding;
        binding->output = binding->name;
        add_part(*result,
                 r("global") + "(\"" + binding->name + "\"," + r("pick") + "(" + module + ",\"" + name->text + "\"));");
    }
    return result;
}

/// Exports are functions that answer with the present value, there before the module's body runs.
void Lowerer::export_getter(const std::string& name, const std::string& value) {
    hoisted_ += r("exports") + "(\"" + name + "\",function(){return " + value + "});";
}

Node* Lowerer::lower_export(Node* node) {
    if (kind_ == SourceKind::common_js) {
        throw SyntaxFaultError("Unexpected token 'export'", *node);
    }
    if (kind_ == SourceKind::cell) {
        // In a cell there is nobody to export to: the declaration stands for itself.
        return node->a != nullptr ? lower(node->a) : code_statement(node, lower(node->b), ";");
    }
    if (node->b != nullptr) {
        const std::string name = temp();
        export_getter("default", name);
        return code_statement(node, name, "=", named(node->b, "default"), ";");
    }
    Node* declaration = node->a;
    const bool is_default = node->has(f_default);
    if (declaration->kind == Kind::variables) {
        for (Node* declarator : declaration->list) {
            for_each_bound_name(declarator->a, [&](Node& name) { export_getter(name.text, name.binding->output); });
        }
        return lower(declaration);
    }
    if (declaration->a == nullptr) {
        declaration->flags &= ~static_cast<std::uint32_t>(f_declaration);
        const std::string name = temp();
        export_getter("default", name);
        return code_statement(node, name, "=", named(declaration, "default"), ";");
    }
    export_getter(is_default ? "default" : declaration->a->text, declaration->a->binding->output);
    std::vector<Node*> list{declaration};
    lower_statements(list);
    Node* result = code_statement(node);
    for (Node* part : list) {
        add_part(*result, part);
    }
    return result;
}

Node* Lowerer::lower_export_names(Node* node) {
    if (kind_ == SourceKind::common_js) {
        throw SyntaxFaultError("Unexpected token 'export'", *node);
    }
    if (kind_ == SourceKind::cell) {
        return tree_.make(Kind::empty, node);
    }
    const std::string module = node->a != nullptr ? linked_module(*node->a) : "";
    if (node->text == "*") {
        hoisted_ += r("exportAll") + "(" + module + ");";
    } else if (node->text == "* as") {
        export_getter(node->b->text, module);
    }
    for (Node* name : node->list) {
        const std::string own = name->a->binding != nullptr ? name->a->binding->output : name->a->text;
        export_getter(name->text, module.empty() ? own : module + "[\"" + name->a->text + "\"]");
    }
    return tree_.make(Kind::empty, node);
}

}  // namespace evald::js
