#include <cctype>

#include "lowering/identifier_text.hpp"
#include "lowering/precedence.hpp"
#include "lowering/printer.hpp"
#include "lowering/scope.hpp"

namespace evald::js {

void Printer::list(const std::vector<Node*>& nodes) {
    bool is_first = true;
    for (const Node* node : nodes) {
        write(is_first ? "" : ",");
        is_first = false;
        if (node->kind != Kind::empty) {
            expression(*node, k_assignment);
        }
    }
}

void Printer::identifier(const Node& node) {
    if (node.binding == nullptr) {
        write(node.text);
        return;
    }
    const Binding& binding = *node.binding;
    write(node.has(f_prefix) && !binding.head_output.empty() ? binding.head_output : binding.output);
}

void Printer::origin(const Node& node) {
    write("function");
    if (source_ != 0 && node.end != 0) {
        write("^" + std::to_string(source_) + "^" + std::to_string(node.begin) + "^" + std::to_string(node.end));
    }
}

/// The marks after `function` are the engine's build's own: what is no constructor, names that bind nothing, lengths.
void Printer::function(const Node& node) {
    constexpr Flag k_no_constructor = f_arrow | f_method | f_async | f_generator;
    const bool is_constructor = !node.has(k_no_constructor) || node.has(f_constructor);
    const bool is_expression = !node.has(f_declaration);
    const bool is_self_named = node.a != nullptr && is_expression && node.a->binding != nullptr;
    const bool needs_binding = is_self_named && node.a->binding->is_referenced;
    origin(node);
    if (!needs_binding && (!is_constructor || node.length != 0 || is_self_named || !node.text.empty())) {
        write(is_constructor ? "%" : "*");
        if (node.length != 0) {
            write(std::to_string(node.length - 1));
        }
    }
    if (is_self_named && !needs_binding) {
        write(is_plain_name(node.a->text) ? node.a->text : string_literal(node.a->text));
    } else if (node.a != nullptr) {
        expression(*node.a);
    } else {
        write(node.text);
    }
    write("(");
    list(node.list);
    write(")");
    block(*node.b);
}

void Printer::property_name(const Node& key) {
    const bool is_name = key.kind == Kind::literal && !is_plain_name(key.text) && key.text[0] != '.' &&
                         std::isdigit(static_cast<unsigned char>(key.text[0])) == 0;
    write(is_name ? string_literal(key.text) : key.text);
}

void Printer::object(const Node& node) {
    write("{");
    bool is_first = true;
    for (const Node* property : node.list) {
        write(is_first ? "" : ",");
        is_first = false;
        place(*property);
        if (property->has(f_getter) || property->has(f_setter)) {
            write(property->has(f_getter) ? "get " : "set ");
            property_name(*property->a);
            write("(");
            list(property->b->list);
            write(")");
            block(*property->b->b);
            continue;
        }
        if (property->has(f_computed)) {
            write("[");
            expression(*property->a, k_assignment);
            write("]");
        } else {
            property_name(*property->a);
        }
        write(":");
        expression(*property->b, k_assignment);
    }
    write("}");
}

void Printer::code(const Node& node, bool as_statement) {
    for (const Node* part : node.list) {
        switch (part->kind) {
            case Kind::text:
                place(*part);
                write(part->text);
                break;
            case Kind::block: block(*part); break;
            case Kind::program: statements(part->list); break;
            case Kind::expression:
            case Kind::variables:
            case Kind::if_else:
            case Kind::for_loop:
            case Kind::for_in:
            case Kind::while_loop:
            case Kind::do_loop:
            case Kind::return_value:
            case Kind::break_out:
            case Kind::continue_loop:
            case Kind::throw_value:
            case Kind::try_block:
            case Kind::switch_on:
            case Kind::labeled:
            case Kind::with_object: statement(*part); break;
            default:
                if (part->has(f_statement)) {
                    statement(*part);
                } else {
                    expression(*part, k_assignment);
                }
        }
    }
    if (as_statement && !node.has(f_statement)) {
        write(";");
    }
}

void Printer::call_like(const Node& node) {
    const bool is_new = node.kind == Kind::new_call;
    write(is_new ? "new " : "");
    if (is_new && contains_call(*node.a)) {
        write("(");
        expression(*node.a);
        write(")");
    } else {
        const bool is_loose = node.a->kind == Kind::identifier && node.a->binding != nullptr &&
                              node.a->binding->storage == Binding::Storage::member && !is_new;
        write(is_loose ? "(0," : "");  // no `this` for a name that lives in an object
        expression(*node.a, is_loose ? k_assignment : node.a->kind == Kind::function ? k_primary + 1 : k_call);
        write(is_loose ? ")" : "");
    }
    write("(");
    list(node.list);
    write(")");
}

void Printer::expression(const Node& node, int least_precedence) {
    place(node);
    const int own = precedence(node);
    const bool parenthesize = own < least_precedence;
    if (parenthesize) {
        write("(");
    }
    switch (node.kind) {
        case Kind::identifier: identifier(node); break;
        case Kind::text:
        case Kind::literal:
        case Kind::string: write(with_escaped_separators(node.text)); break;
        case Kind::this_value: write("this"); break;
        case Kind::new_target: write("new.target"); break;
        case Kind::array:
            write("[");
            list(node.list);
            write(!node.list.empty() && node.list.back()->kind == Kind::empty ? ",]" : "]");
            break;
        case Kind::object: object(node); break;
        case Kind::function: function(node); break;
        case Kind::origin: origin(node); break;
        case Kind::code: code(node, false); break;
        case Kind::parenthesized:
            write("(");
            expression(*node.a);
            write(")");
            break;
        case Kind::dot: {
            const bool is_number =
                node.a->kind == Kind::literal && std::isdigit(static_cast<unsigned char>(node.a->text[0])) != 0;
            const bool is_plain = is_plain_name(node.text);
            expression(*node.a, is_number ? k_primary + 1 : k_call);
            write(is_plain ? "." : "[");
            while (line_ < node.end_line && node.end_line != 0) {
                out_ += '\n';
                ++line_;
            }
            write(is_plain ? node.text : string_literal(node.text) + "]");
            break;
        }
        case Kind::index:
            expression(*node.a, k_call);
            write("[");
            expression(*node.b);
            write("]");
            break;
        case Kind::call:
        case Kind::new_call: call_like(node); break;
        case Kind::unary:
            write(node.text);
            write(std::isalpha(static_cast<unsigned char>(node.text[0])) != 0 ? " " : "");
            expression(*node.a, k_unary);
            break;
        case Kind::update:
            write(node.has(f_prefix) ? node.text : "");
            expression(*node.a, k_call);
            write(node.has(f_prefix) ? "" : node.text);
            break;
        case Kind::binary:
        case Kind::logical: {
            const bool is_right = node.text == "**";
            expression(*node.a, is_right ? own + 2 : own);
            write(is_word_character(node.text[0]) ? " " + node.text + " " : node.text);
            expression(*node.b, is_right ? own : own + 1);
            break;
        }
        case Kind::assign:
            expression(*node.a, k_call);
            write(node.text);
            expression(*node.b, k_assignment);
            break;
        case Kind::conditional:
            expression(*node.a, k_conditional + 1);
            write("?");
            expression(*node.b, k_assignment);
            write(":");
            expression(*node.c, k_assignment);
            break;
        case Kind::sequence: list(node.list); break;
        default: write("/*?*/"); break;
    }
    if (parenthesize) {
        write(")");
    }
}

}  // namespace evald::js
