#include "lowering/early_errors.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "lowering/fault.hpp"

namespace evald::js {

namespace {

bool has_head(const Node& node) {
    return node.kind == Kind::for_loop || node.kind == Kind::for_in || node.kind == Kind::for_of;
}

bool is_loop(const Node& node) {
    return has_head(node) || node.kind == Kind::while_loop || node.kind == Kind::do_loop;
}

const Node& without_parentheses(const Node& node) {
    return node.kind == Kind::parenthesized ? without_parentheses(*node.a) : node;
}

bool is_optional_chain(const Node& node) {
    const bool is_link = node.kind == Kind::dot || node.kind == Kind::index || node.kind == Kind::call;
    return is_link && (node.has(f_optional) || is_optional_chain(*node.a));
}

/// A call is found out only when it is reached, as in V8.
bool is_place(const Node& node) {
    const bool has_kind =
        node.kind == Kind::identifier || node.kind == Kind::dot || node.kind == Kind::index || node.kind == Kind::call;
    return has_kind && !is_optional_chain(node);
}

bool is_pattern(const Node& node) { return node.kind == Kind::array_pattern || node.kind == Kind::object_pattern; }

class Check {
public:
    void walk(Node& node) {
        switch (node.kind) {
            case Kind::program: is_strict_ = node.has(f_strict); break;
            case Kind::function:
            case Kind::member: apart(node); return;
            case Kind::if_else:
                single_statement(*node.b, true);
                if (node.c != nullptr) {
                    single_statement(*node.c, true);
                }
                break;
            case Kind::with_object: single_statement(*node.b, false); break;
            case Kind::labeled: labeled(node); return;
            case Kind::for_loop:
            case Kind::for_in:
            case Kind::for_of:
            case Kind::while_loop:
            case Kind::do_loop:
                single_statement(has_head(node) ? *node.d : *node.b, false);
                inside(loops_, node);
                return;
            case Kind::switch_on: inside(switches_, node); return;
            case Kind::break_out:
            case Kind::continue_loop: jump(node); return;
            case Kind::variables: declarations(node); break;
            case Kind::update:
                if (!is_place(without_parentheses(*node.a))) {
                    throw SyntaxFaultError(node.has(f_prefix)
                                               ? "Invalid left-hand side expression in prefix operation"
                                               : "Invalid left-hand side expression in postfix operation",
                                           *node.a);
                }
                break;
            case Kind::assign:
                if (!is_place(without_parentheses(*node.a)) && !(node.text == "=" && is_pattern(*node.a))) {
                    throw SyntaxFaultError("Invalid left-hand side in assignment", *node.a);
                }
                break;
            default: break;
        }
        children(node);
    }

private:
    struct Label {
        std::string name;
        bool is_of_loop;
    };

    void children(Node& node) {
        for_each_child(node, [this](Node*& child) { walk(*child); });
    }

    void inside(int& count, Node& node) {
        ++count;
        children(node);
        --count;
    }

    /// Functions and members of classes: nothing in there reaches a loop or a label outside.
    void apart(Node& node) {
        const int loops = std::exchange(loops_, 0);
        const int switches = std::exchange(switches_, 0);
        std::vector<Label> labels = std::exchange(labels_, {});
        const bool is_strict = std::exchange(is_strict_, is_strict_ || node.has(f_strict) || node.kind == Kind::member);
        children(node);
        is_strict_ = is_strict;
        loops_ = loops;
        switches_ = switches;
        labels_ = std::move(labels);
    }

    /// A body or branch that is no block: no place for declarations, but for plain functions where V8 takes them.
    void single_statement(const Node& node, bool takes_functions) const {
        if (node.kind == Kind::labeled) {
            single_statement(*node.a, false);
        }
        if (node.kind == Kind::variables && node.text == "const") {
            throw SyntaxFaultError("Unexpected token 'const'", node);
        }
        if (node.kind == Kind::variables && node.text == "let" && !node.list.empty() &&
            node.list.front()->line == node.line) {  // on a line of its own `let` is a name
            throw SyntaxFaultError("Lexical declaration cannot appear in a single-statement context", node);
        }
        if (!node.has(f_declaration)) {
            return;
        }
        if (node.kind == Kind::class_value) {
            throw SyntaxFaultError("Unexpected token 'class'", node);
        }
        if (node.kind == Kind::function) {
            misplaced_function(node, takes_functions);
        }
    }

    void misplaced_function(const Node& node, bool takes_functions) const {
        if (node.has(f_async)) {
            throw SyntaxFaultError("Async functions can only be declared at the top level or inside a block.", node);
        }
        if (is_strict_) {
            throw SyntaxFaultError(
                "In strict mode code, functions can only be declared at top level or inside a block.", node);
        }
        if (!takes_functions) {
            throw SyntaxFaultError("In non-strict mode code, functions can only be declared at top level, inside a "
                                   "block, or as the body of an if statement.",
                                   node);
        }
        if (node.has(f_generator)) {
            throw SyntaxFaultError("Generators can only be declared at the top level or inside a block.", node);
        }
    }

    void labeled(Node& node) {
        single_statement(*node.a, true);
        const Node* inner = node.a;
        while (inner->kind == Kind::labeled) {
            inner = inner->a;
        }
        labels_.push_back({node.text, is_loop(*inner)});
        walk(*node.a);
        labels_.pop_back();
    }

    void jump(const Node& node) {
        const bool is_break = node.kind == Kind::break_out;
        if (node.text.empty()) {
            if (is_break && loops_ + switches_ == 0) {
                throw SyntaxFaultError("Illegal break statement", node);
            }
            if (!is_break && loops_ == 0) {
                throw SyntaxFaultError("Illegal continue statement: no surrounding iteration statement", node);
            }
            return;
        }
        const auto found = std::find_if(labels_.rbegin(), labels_.rend(),
                                        [&node](const Label& label) { return label.name == node.text; });
        if (found == labels_.rend()) {
            throw SyntaxFaultError("Undefined label '" + node.text + "'", node);
        }
        if (!is_break && !found->is_of_loop) {
            throw SyntaxFaultError(
                "Illegal continue statement: '" + node.text + "' does not denote an iteration statement", node);
        }
    }

    static void declarations(const Node& node) {
        for (const Node* declarator : node.list) {
            const bool is_name = declarator->a != nullptr && declarator->a->kind == Kind::identifier;
            if (is_name && declarator->a->text == "class") {  // a reserved word that the grammar lets pass
                throw SyntaxFaultError("Unexpected token 'class'", *declarator->a);
            }
            if (declarator->b != nullptr) {
                continue;
            }
            if (declarator->a != nullptr && is_pattern(*declarator->a)) {
                throw SyntaxFaultError("Missing initializer in destructuring declaration", *declarator->a);
            }
            if (node.text == "const") {
                throw SyntaxFaultError("Missing initializer in const declaration", *declarator);
            }
        }
    }

    bool is_strict_ = false;
    int loops_ = 0;
    int switches_ = 0;
    std::vector<Label> labels_;
};

}  // namespace

void check_early_errors(Node& program) { Check().walk(program); }

}  // namespace evald::js
