#include "lowering/lowerer.hpp"

namespace evald::js {

Node* Lowerer::lower_identifier(Node* node) {
    if (node->binding == nullptr && node->text == "arguments") {
        return lower_arguments_object(node);
    }
    return node;
}

/// Imports live on the module's object, so that later changes there are seen: a name is written `m.name`.
Node* Lowerer::lower_import(Node* node) {
    const std::string module = temp();
    uses_await_ = true;
    Node* result = code_statement(node, module, "=", r("await"), "(", r("importStatic"), "(", node->a, "));");
    for (Node* name : node->list) {
        Binding* binding = name->a->binding;
        const bool is_cell = kind_ == SourceKind::cell;
        const std::string source = name->text == "*" ? module : module + "[" + quoted_key(name->text) + "]";
        if (is_cell) {
            binding->output = binding->name;
            add_part(*result, r("global") + "(\"" + binding->name + "\"," + r("pick") + "(" + module + ",\"" +
                                  name->text + "\"));");
        } else {
            binding->output = source;
            binding->storage = Binding::Storage::member;
            add_part(*result, name->text == "*" ? "" : r("pick") + "(" + module + ",\"" + name->text + "\");");
        }
    }
    return result;
}

Node* Lowerer::lower_export(Node* node) {
    if (kind_ != SourceKind::module) {
        // In a cell there is nobody to export to: the declaration stands for itself.
        return node->a != nullptr ? lower(node->a) : code_statement(node, lower(node->b), ";");
    }
    std::string exports;
    const auto add = [&](const std::string& exported, const Binding& binding) {
        exports += r("exports") + "(\"" + exported + "\",function(){return " + binding.output + "});";
    };
    if (node->b != nullptr) {
        const std::string name = temp();
        return code_statement(node, name, "=", named(node->b, "default"), ";", r("exports"),
                              "(\"default\",function(){return ", name, "});");
    }
    Node* declaration = node->a;
    const bool is_default = node->has(f_default);
    if (declaration->kind == Kind::variables) {
        for (Node* declarator : declaration->list) {
            for_each_bound_name(declarator->a, [&](Node& name) { add(name.text, *name.binding); });
        }
        return code_statement(node, text(exports), lower(declaration));
    }
    if (declaration->a == nullptr) {
        declaration->flags &= ~static_cast<std::uint32_t>(f_declaration);
        const std::string name = temp();
        return code_statement(node, name, "=", named(declaration, "default"), ";", r("exports"),
                              "(\"default\",function(){return ", name, "});");
    }
    add(is_default ? "default" : declaration->a->text, *declaration->a->binding);
    std::vector<Node*> list{declaration};
    lower_statements(list);
    Node* result = code_statement(node, text(exports));
    for (Node* part : list) {
        add_part(*result, part);
    }
    return result;
}

Node* Lowerer::lower_export_names(Node* node) {
    if (kind_ != SourceKind::module) {
        return tree_.make(Kind::empty, node);
    }
    Node* result = code_statement(node);
    std::string module;
    if (node->a != nullptr) {
        module = temp();
        uses_await_ = true;
        add_part(*result, code(nullptr, module, "=", r("await"), "(", r("importStatic"), "(", node->a, "));"));
    }
    if (node->text == "*") {
        add_part(*result, r("exportAll") + "(" + module + ");");
    } else if (node->text == "* as") {
        add_part(*result, r("exports") + "(\"" + node->b->text + "\",function(){return " + module + "});");
    }
    for (Node* name : node->list) {
        const std::string value = module.empty()
                                      ? name->a->binding != nullptr ? name->a->binding->output : name->a->text
                                      : module + "[\"" + name->a->text + "\"]";
        add_part(*result, r("exports") + "(\"" + name->text + "\",function(){return " + value + "});");
    }
    return result;
}

}  // namespace evald::js
