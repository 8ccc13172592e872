#include "lowering/identifier_text.hpp"
#include "lowering/lowerer.hpp"

namespace evald::js {

Node* Lowerer::check_constant(Node* target) {
    const Binding* binding = target->binding;
    const bool is_constant = binding == nullptr
                                 ? target->kind == Kind::identifier && constants_.count(target->text) > 0
                                 : binding->kind == Binding::Kind::constant || binding->kind == Binding::Kind::imported;
    if (!is_constant) {
        return nullptr;
    }
    Node* guard = assignment_guard(*target);
    Node* fault = code(target, r("constant"), "(", string_literal(target->text), ")");
    return guard == nullptr ? fault : code(target, "(", guard, ",", fault, ")");
}

/// An assignment to anything but a pattern; both sides lowered, but for the target's own form.
Node* Lowerer::assignment(Node* target, Node* value) {
    if (target->kind == Kind::identifier) {
        Node* fault = declaring_ ? nullptr : check_constant(target);
        if (fault != nullptr) {
            return code(target, "(", value, ",", fault, ")");
        }
        Node* guard = assignment_guard(*target);
        return code(target, "(", guard, guard == nullptr ? "" : ",", target, "=", value, ")");
    }
    if (target->kind == Kind::dot && target->text[0] == '#') {
        return code(target, "(", lower_private_access(target), "=", value, ")");
    }
    if (target->a != nullptr && target->a->kind == Kind::super_value) {
        Node* key = target->kind == Kind::dot ? text(quoted_key(target->text)) : lower(target->b);
        return code(target, r("superSet"), "(", home_object(*target), ",", key, ",", value, ",", this_text(), ")");
    }
    Node* lowered = lower(target);
    return code(target, "(", lowered, "=", value, ")");
}

Node* Lowerer::guarded_assignment(Node* target, Node* assign) {
    Node* guard = assignment_guard(*target);
    return guard == nullptr ? assign : code(assign, "(", guard, ",", assign, ")");
}

Node* Lowerer::lower_assign(Node* node) {
    if (node->text != "=") {
        return lower_compound_assign(node);
    }
    Node* target = node->a;
    if (target->kind == Kind::array_pattern || target->kind == Kind::object_pattern) {
        const std::string name = temp();
        // Nobody can tell when an array literal hands out its elements.
        const bool is_literal = node->b->kind == Kind::array && !has_spread(node->b->list);
        Node* result = code(node, "(", name, "=", lower(node->b));
        std::vector<Node*> parts;
        const bool outer = std::exchange(stepwise_, !is_literal);
        destructure_into(target, name, parts);
        stepwise_ = outer;
        for (Node* part : parts) {
            add_part(*result, ",");
            add_part(*result, part);
        }
        add_part(*result, "," + name + ")");
        return result;
    }
    if (target->kind == Kind::identifier) {
        if (Node* fault = check_constant(target)) {
            return code(node, "(", lower(node->b), ",", fault, ")");
        }
        node->b = named(node->b, target->text);
        return guarded_assignment(target, node);
    }
    const bool is_special = (target->kind == Kind::dot && target->text[0] == '#') ||
                            (target->a != nullptr && target->a->kind == Kind::super_value);
    if (is_special) {
        return assignment(target, lower(node->b));
    }
    node->a = lower(target);
    node->b = lower(node->b);
    return node;
}

/// `+=` and its kin where the engine can't do them: logical ones, private and super targets.
Node* Lowerer::lower_compound_assign(Node* node) {
    const std::string sign = node->text.substr(0, node->text.size() - 1);
    const bool is_logical = sign == "&&" || sign == "||" || sign == "??";
    Node* target = node->a->kind == Kind::parenthesized ? node->a->a : node->a;
    const bool is_private = target->kind == Kind::dot && target->text[0] == '#';
    const bool is_super = target->a != nullptr && target->a->kind == Kind::super_value;
    if (target->kind == Kind::identifier && !is_logical) {
        if (Node* fault = check_constant(target)) {
            return code(node, "(", lower(node->b), ",", fault, ")");
        }
    }
    if (!is_logical && !is_super && !has_big_integers_) {
        node->a = target->kind == Kind::identifier ? target : lower(target);
        node->b = lower(node->b);
        return target->kind == Kind::identifier ? guarded_assignment(target, node) : node;
    }
    // The target is evaluated once: object and key go to variables.
    Node* setup = nullptr;
    Node* read = nullptr;
    const auto copy = [this](Node* source) { return text(source->text); };
    if (target->kind == Kind::identifier) {
        read = lower_identifier(target);
    } else {
        Node* object = nullptr;
        if (!is_super) {
            const std::string name = temp();
            setup = code(nullptr, name, "=", lower(target->a));
            object = text(name);
        } else {
            object = target->a;
        }
        Node* again = tree_.make(target->kind, target);
        again->text = target->text;
        again->binding = target->binding;
        again->a = is_super ? object : copy(object);
        if (target->kind == Kind::index) {
            const std::string key = temp();
            Node* keep = code(nullptr, key, "=", lower(target->b));
            setup = setup == nullptr ? keep : code(nullptr, setup, ",", keep);
            target->b = text(key);
            again->b = text(key);
        }
        target->a = object;
        read = is_super ? lower_super_access(again) : is_private ? lower_private_access(again) : again;
    }
    Node* result = code(node, "(", setup, setup == nullptr ? "" : ",");
    if (is_logical) {
        Node* value = target->kind == Kind::identifier ? named(node->b, target->text) : lower(node->b);
        Node* set = target->kind == Kind::identifier || is_private || is_super
                        ? assignment(target, value)
                        : code(nullptr, "(", target, "=", value, ")");
        if (sign == "??") {
            const std::string name = temp();
            add_part(*result, code(nullptr, "(", name, "=", read, ")!=null?", name, ":", set));
        } else {
            add_part(*result, code(nullptr, read, sign, set));
        }
    } else {
        Node* operand = lower(node->b);
        Node* value = big_operator(node, sign, read, operand);
        if (value == nullptr) {
            value = code(nullptr, read, sign, "(", operand, ")");
        }
        Node* set = target->kind == Kind::identifier || is_private || is_super
                        ? assignment(target, value)
                        : code(nullptr, "(", target, "=", value, ")");
        add_part(*result, set);
    }
    add_part(*result, ")");
    return result;
}

Node* Lowerer::destructure(Node* pattern, const std::string& value, bool declares) {
    if (declares) {
        for_each_bound_name(pattern, [this](Node& name) {
            const Binding* binding = name.binding;
            if (binding != nullptr && declares_name(*binding)) {
                function_->temps.push_back(binding->output);
            } else if (binding != nullptr && binding->storage == Binding::Storage::member && name.has(f_prefix)) {
                function_->temps.push_back(binding->head_output);
            }
        });
    }
    std::vector<Node*> parts;
    const bool outer = std::exchange(declaring_, declares);
    destructure_into(pattern, value, parts);
    declaring_ = outer;
    Node* result = code_statement(pattern);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        add_part(*result, i > 0 ? "," : "");
        add_part(*result, parts[i]);
    }
    add_part(*result, parts.empty() ? "" : ";");
    return result;
}

void Lowerer::destructure_into(Node* pattern, const std::string& value, std::vector<Node*>& parts) {
    switch (pattern->kind) {
        case Kind::with_default: {
            const bool is_name = pattern->a->kind == Kind::identifier;
            Node* otherwise = is_name ? named(pattern->b, pattern->a->text) : lower(pattern->b);
            Node* chosen = code(pattern, value, "===void 0?", otherwise, ":", value);
            if (pattern->a->kind == Kind::array_pattern || pattern->a->kind == Kind::object_pattern) {
                const std::string name = temp();
                parts.push_back(code(nullptr, name, "=", chosen));
                destructure_into(pattern->a, name, parts);
            } else {
                parts.push_back(assignment(pattern->a, chosen));
            }
            return;
        }
        case Kind::array_pattern: destructure_array(pattern, value, parts); return;
        case Kind::object_pattern: destructure_object(pattern, value, parts); return;
        default: parts.push_back(assignment(pattern, text(value)));
    }
}

void Lowerer::destructure_array(Node* pattern, const std::string& value, std::vector<Node*>& parts) {
    if (stepwise_ && !declaring_ && needs_steps(*pattern)) {
        parts.push_back(destructure_stepwise(pattern, value));
        return;
    }
    const bool has_rest = !pattern->list.empty() && pattern->list.back()->kind == Kind::rest;
    const std::size_t count = pattern->list.size() - (has_rest ? 1 : 0);
    const std::string name = temp();
    uses_take_ = true;
    parts.push_back(
        code(pattern, name, "=" + prefix_ + "i(", value, ",", std::to_string(count), has_rest ? ",true)" : ")"));
    for (std::size_t i = 0; i < pattern->list.size(); ++i) {
        Node* element = pattern->list[i];
        if (element->kind == Kind::empty) {
            continue;
        }
        const std::string source = name + "[" + std::to_string(i) + "]";
        if (element->kind == Kind::rest) {
            element = element->a;
        }
        if (element->kind == Kind::with_default || element->kind == Kind::array_pattern ||
            element->kind == Kind::object_pattern) {
            const std::string item = temp();
            parts.push_back(code(nullptr, item, "=", source));
            destructure_into(element, item, parts);
        } else {
            destructure_into(element, source, parts);
        }
    }
}

void Lowerer::destructure_object(Node* pattern, const std::string& value, std::vector<Node*>& parts) {
    parts.push_back(code(pattern, value, "==null&&", r("noObject"), "(", value, ")"));
    const bool has_rest = !pattern->list.empty() && pattern->list.back()->kind == Kind::rest;
    std::string taken;
    for (Node* property : pattern->list) {
        if (property->kind == Kind::rest) {
            const std::string name = temp();
            parts.push_back(code(property, name, "=", r("without"), "(", value, ",[", taken, "])"));
            destructure_into(property->a, name, parts);
            continue;
        }
        std::string source = value;
        if (property->has(f_computed)) {
            const std::string key = temp();
            parts.push_back(
                code(property, key, "=", has_rest ? r("key") + "(" : "", lower(property->a), has_rest ? ")" : ""));
            source += "[" + key + "]";
            taken += (taken.empty() ? "" : ",") + key;
        } else {
            const std::string key = quoted_key(property->a->text);
            source += "[" + key + "]";
            taken += (taken.empty() ? "" : ",") + key;
        }
        if (property->b->kind == Kind::identifier || property->b->kind == Kind::dot ||
            property->b->kind == Kind::index) {
            destructure_into(property->b, source, parts);
        } else {
            const std::string item = temp();
            parts.push_back(code(property, item, "=", source));
            destructure_into(property->b, item, parts);
        }
    }
}

Node* Lowerer::lower_variables(Node* node) {
    bool is_plain = true;
    for (const Node* declarator : node->list) {
        const Binding* binding = declarator->a->binding;
        is_plain = is_plain && declarator->a->kind == Kind::identifier &&
                   (binding == nullptr || declares_name(*binding) ||
                    (binding->storage == Binding::Storage::member && declarator->a->has(f_prefix)));
    }
    const bool clears = node->text != "var";  // `let x;` in a loop is undefined each time
    if (is_plain) {
        for (Node* declarator : node->list) {
            if (declarator->b != nullptr) {
                declarator->b = named(declarator->b, declarator->a->text);
            } else if (clears && declarator->a->binding != nullptr &&
                       (declarator->a->binding->scope->is_in_loop || declarator->a->binding->is_checked)) {
                declarator->b = text("void 0");
            }
        }
        return node;
    }
    Node* result = code_statement(node);
    for (Node* declarator : node->list) {
        if (declarator->a->kind != Kind::identifier) {
            const std::string name = temp();
            add_part(*result, code(declarator, name, "=", lower(declarator->b), ";"));
            add_part(*result, destructure(declarator->a, name, true));
            continue;
        }
        const Binding& binding = *declarator->a->binding;
        if (declarator->b == nullptr && !clears) {
            continue;
        }
        Node* value = declarator->b == nullptr ? text("void 0") : named(declarator->b, declarator->a->text);
        const bool is_local = declares_name(binding);
        add_part(*result, code(declarator, is_local ? "var " : "", declarator->a, "=", value, ";"));
    }
    return result;
}

}  // namespace evald::js
