#include "lowering/printer.hpp"

#include "lowering/precedence.hpp"

namespace evald::js {

void Printer::write(std::string_view text) {
    if (text.empty()) {
        return;
    }
    if (!out_.empty()) {
        const char last = out_.back();
        const bool joins_words = is_word_character(last) && is_word_character(text[0]);
        const bool joins_signs = (last == '+' || last == '-') && text[0] == last;
        const bool joins_slash = last == '/' && text[0] == '/';
        if (joins_words || joins_signs || joins_slash) {
            out_ += ' ';
        }
    }
    for (const char c : text) {
        line_ += c == '\n' ? 1 : 0;
    }
    out_ += text;
}

void Printer::place(const Node& node) {
    while (line_ < node.line) {
        out_ += '\n';
        ++line_;
    }
}

std::string Printer::print(const Node& program) {
    out_.clear();
    line_ = 1;
    statements(program.list);
    return std::move(out_);
}

void Printer::statements(const std::vector<Node*>& list) {
    for (const Node* node : list) {
        statement(*node);
    }
}

void Printer::block(const Node& node) {
    write("{");
    statements(node.list);
    if (node.end_line != 0) {
        while (line_ < node.end_line) {
            out_ += '\n';
            ++line_;
        }
    }
    write("}");
}

void Printer::declarators(const Node& node) {
    write("var");
    bool is_first = true;
    for (const Node* declarator : node.list) {
        write(is_first ? " " : ",");
        is_first = false;
        expression(*declarator->a, k_primary);
        if (declarator->b != nullptr) {
            write("=");
            expression(*declarator->b, k_assignment);
        }
    }
}

void Printer::for_head(const Node& node) {
    if (node.kind == Kind::variables) {
        declarators(node);
    } else {
        expression(node);
    }
}

void Printer::statement(const Node& node) {
    switch (node.kind) {
        case Kind::empty: return;
        case Kind::block:
            place(node);
            block(node);
            return;
        case Kind::code: code(node, true); return;
        case Kind::text: write(node.text); return;
        case Kind::function:
            place(node);
            function(node);
            return;
        default: break;
    }
    place(node);
    const auto body = [this](const Node& inner) {
        if (inner.kind == Kind::empty) {
            write(";");
        } else if (inner.kind == Kind::block) {
            block(inner);
        } else {  // braces: what a pass made of one statement may be several
            write("{");
            statement(inner);
            write("}");
        }
    };
    const auto head = [this](std::string_view keyword, const Node& inner) {
        write(keyword);
        write("(");
        expression(inner);
        write(")");
    };
    const auto value = [this](std::string_view keyword, const Node* inner) {
        write(keyword);
        if (inner != nullptr) {
            write("(");  // the value may begin on a later line
            expression(*inner);
            write(")");
        }
        write(";");
    };
    switch (node.kind) {
        case Kind::expression: {
            const bool parenthesize = begins_unsafely(*node.a);
            write(parenthesize ? "(" : "");
            expression(*node.a);
            write(parenthesize ? ");" : ";");
            return;
        }
        case Kind::variables:
            declarators(node);
            write(";");
            return;
        case Kind::if_else:
            head("if", *node.a);
            body(*node.b);
            if (node.c != nullptr) {
                write("else ");
                body(*node.c);
            }
            return;
        case Kind::for_loop:
            write("for(");
            if (node.a != nullptr) {
                for_head(*node.a);
            }
            write(";");
            if (node.b != nullptr) {
                expression(*node.b);
            }
            write(";");
            if (node.c != nullptr) {
                expression(*node.c);
            }
            write(")");
            body(*node.d);
            return;
        case Kind::for_in:
            write("for(");
            write(node.text.empty() ? "" : "var ");
            expression(*node.a, k_call);
            write(" in ");
            expression(*node.b);
            write(")");
            body(*node.d);
            return;
        case Kind::while_loop:
            head("while", *node.a);
            body(*node.b);
            return;
        case Kind::do_loop:
            write("do ");
            body(*node.b);
            head("while", *node.a);
            write(";");
            return;
        case Kind::return_value: value("return", node.a); return;
        case Kind::throw_value: value("throw", node.a); return;
        case Kind::break_out:
        case Kind::continue_loop:
            write(node.kind == Kind::break_out ? "break" : "continue");
            write(node.text.empty() ? "" : " " + node.text);
            write(";");
            return;
        case Kind::try_block:
            write("try");
            block(*node.a);
            if (node.c != nullptr) {
                write("catch(");
                expression(*node.b);
                write(")");
                block(*node.c);
            }
            if (node.d != nullptr) {
                write("finally");
                block(*node.d);
            }
            return;
        case Kind::switch_on:
            head("switch", *node.a);
            write("{");
            for (const Node* branch : node.list) {
                place(*branch);
                if (branch->a == nullptr) {
                    write("default:");
                } else {
                    write("case ");
                    expression(*branch->a);
                    write(":");
                }
                statements(branch->list);
            }
            write("}");
            return;
        case Kind::labeled:
            write(node.text);
            write(":");
            if (node.a->kind == Kind::empty) {
                write(";");
            } else {
                statement(*node.a);
            }
            return;
        case Kind::with_object:
            head("with", *node.a);
            body(*node.b);
            return;
        default: expression(node); write(";");
    }
}

}  // namespace evald::js
