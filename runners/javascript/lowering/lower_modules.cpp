#include "lowering/identifier_text.hpp"
#include "lowering/lowerer.hpp"

namespace evald::js {

namespace {

std::string joined(const std::vector<std::string>& parts) {
    std::string out;
    for (const std::string& part : parts) {
        out += (out.empty() ? "" : ",") + part;
    }
    return "[" + out + "]";
}

}  // namespace

/// The place of a requested module among all requests of this one.
std::string Lowerer::request(const Node& source) {
    std::vector<std::string>& requests = module_.requests;
    std::size_t place = 0;
    while (place < requests.size() && requests[place] != source.text) {
        ++place;
    }
    if (place == requests.size()) {
        requests.push_back(source.text);
        module_.objects.push_back(scopes_.fresh_name());
    }
    return std::to_string(place);
}

/// Before anything of a module is lowered: an imported name is written as a property of the other module's object, so
/// that later changes there are seen.
void Lowerer::bind_imports(const Node& program) {
    for (const Node* statement : program.list) {
        if (statement->kind != Kind::import_from) {
            if (statement->kind == Kind::export_names && statement->a != nullptr) {
                request(*statement->a);
            }
            continue;
        }
        const std::string place = request(*statement->a);
        for (const Node* name : statement->list) {
            Binding& binding = *name->a->binding;
            const std::string key = string_literal(name->text);
            const std::string& object = module_.objects[std::stoul(place)];
            binding.storage = Binding::Storage::member;
            binding.output = name->text == "*" ? object : object + "[" + key + "]";
            module_.imports.insert(module_.imports.end(), {place, key});
            module_.sources[&binding] = {place, key};
        }
    }
}

/// A cell imports where it stands; the names are the cell's own, for later ones too.
Node* Lowerer::lower_import(Node* node) {
    if (kind_ == SourceKind::common_js) {
        throw SyntaxFaultError("Cannot use import statement outside a module", *node);
    }
    if (kind_ == SourceKind::module) {
        return tree_.make(Kind::empty, node);
    }
    const std::string module = temp();
    uses_await_ = true;
    Node* result = code_statement(node, module, "=", r("await"), "(", r("importStatic"), "(", node->a, "));");
    for (Node* name : node->list) {
        Binding* binding = name->a->binding;
        binding->output = binding->name;
        add_part(*result, r("global") + "(" + string_literal(binding->name) + "," + r("pick") + "(" + module + "," +
                              string_literal(name->text) + "));");
    }
    return result;
}

void Lowerer::export_binding(const std::string& name, const Binding& binding) {
    const auto source = module_.sources.find(&binding);
    if (source != module_.sources.end()) {
        module_.indirect.insert(module_.indirect.end(),
                                {string_literal(name), source->second.first, source->second.second});
        return;
    }
    std::string value = binding.output;
    if (binding.is_checked) {
        value = value + "===" + unset() + "?" + r("tooEarly") + "(" + string_literal(binding.name) + "):" + value;
    }
    module_.exports.insert(module_.exports.end(), {string_literal(name), "function*(){return " + value + "}"});
}

Node* Lowerer::lower_export(Node* node) {
    if (kind_ == SourceKind::common_js) {
        throw SyntaxFaultError("Unexpected token 'export'", *node);
    }
    if (kind_ != SourceKind::module) {
        // In a cell there is nobody to export to: the declaration stands for itself.
        return node->a != nullptr ? lower(node->a) : code_statement(node, lower(node->b), ";");
    }
    if (node->b != nullptr) {
        export_binding("default", *node->binding);
        const std::string& name = node->binding->output;
        function_->temps.push_back(name);
        return code_statement(node, name, "=", named(node->b, "default"), ";");
    }
    Node* declaration = node->a;
    if (declaration->kind == Kind::variables) {
        for (Node* declarator : declaration->list) {
            for_each_bound_name(declarator->a, [&](Node& name) { export_binding(name.text, *name.binding); });
        }
        return lower(declaration);
    }
    export_binding(node->has(f_default) ? "default" : declaration->a->text, *declaration->a->binding);
    return lower(declaration);
}

Node* Lowerer::lower_export_names(Node* node) {
    if (kind_ == SourceKind::common_js) {
        throw SyntaxFaultError("Unexpected token 'export'", *node);
    }
    if (kind_ == SourceKind::module) {
        const std::string place = node->a == nullptr ? "" : request(*node->a);
        if (node->text == "*") {
            module_.stars.push_back(place);
        } else if (node->text == "* as") {
            module_.indirect.insert(module_.indirect.end(), {string_literal(node->b->text), place, "\"*\""});
        }
        for (const Node* name : node->list) {
            if (node->a != nullptr) {
                module_.indirect.insert(module_.indirect.end(),
                                        {string_literal(name->text), place, string_literal(name->a->text)});
            } else if (name->a->binding == nullptr) {
                throw SyntaxFaultError("Export '" + name->a->text + "' is not defined in module", *name);
            } else {
                export_binding(name->text, *name->a->binding);
            }
        }
    }
    return tree_.make(Kind::empty, node);
}

/// Where a module's body waits, with its functions declared, until those it imports from are ready.
std::string Lowerer::module_link() const {
    std::string objects;
    for (std::size_t i = 0; i < module_.objects.size(); ++i) {
        objects += module_.objects[i] + "=" + prefix_ + "m[" + std::to_string(i) + "];";
    }
    return r("linked") + "(" + joined(module_.exports) + ",function*(" + prefix_ + "m){" + objects + "});";
}

/// What the loader is to know before it runs the module.
std::string Lowerer::module_description(bool is_async) const {
    return joined(module_.requests) + "," + joined(module_.imports) + "," + joined(module_.indirect) + "," +
           joined(module_.stars) + "," + (is_async ? "true" : "false");
}

}  // namespace evald::js
