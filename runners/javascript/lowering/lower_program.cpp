#include "lowering/lowerer.hpp"

namespace evald::js {

/// The value of a cell is that of its last expression statement: wherever it stands, it is kept in a variable.
void Lowerer::keep_completion_value(std::vector<Node*>& list) {
    for (auto it = list.rbegin(); it != list.rend(); ++it) {
        Node* node = *it;
        switch (node->kind) {
            case Kind::expression: {
                Node* keep = code_statement(node, prefix_ + "v=", node->a, ";");
                *it = keep;
                return;
            }
            case Kind::if_else:
                for (Node** branch : {&node->b, &node->c}) {
                    if (*branch != nullptr && (*branch)->kind == Kind::block) {
                        keep_completion_value((*branch)->list);
                    } else if (*branch != nullptr) {
                        std::vector<Node*> single{*branch};
                        keep_completion_value(single);
                        *branch = single[0];
                    }
                }
                return;
            case Kind::for_loop:
            case Kind::for_in:
            case Kind::for_of:
            case Kind::while_loop:
            case Kind::do_loop: {
                Node*& body = node->kind == Kind::while_loop || node->kind == Kind::do_loop ? node->b : node->d;
                if (body->kind == Kind::block) {
                    keep_completion_value(body->list);
                } else {
                    std::vector<Node*> single{body};
                    keep_completion_value(single);
                    body = single[0];
                }
                return;
            }
            case Kind::block: keep_completion_value(node->list); return;
            case Kind::labeled: {
                std::vector<Node*> single{node->a};
                keep_completion_value(single);
                node->a = single[0];
                return;
            }
            case Kind::try_block:
                keep_completion_value(node->a->list);
                if (node->c != nullptr) {
                    keep_completion_value(node->c->list);
                }
                return;
            case Kind::switch_on:
                for (Node* branch : node->list) {
                    keep_completion_value(branch->list);
                }
                return;
            case Kind::empty:
            case Kind::variables:
            case Kind::function:
            case Kind::class_value:
            case Kind::import_from: continue;  // no value of their own: the one before counts
            default: return;
        }
    }
}

Node* Lowerer::program(Node& program, bool& is_async) {
    Function state;
    state.node = nullptr;
    state.is_program = true;
    function_ = &state;
    if (kind_ == SourceKind::cell) {
        keep_completion_value(program.list);
    }
    if (kind_ == SourceKind::module) {  // exports may name what a later line imports
        for (Node*& statement : program.list) {
            statement = statement->kind == Kind::import_from ? lower(statement) : statement;
        }
    }
    lower_statements(program.list);
    is_async = uses_await_;
    Node* body = tree_.make(Kind::program);
    std::string declared;
    for (const std::string& name : state.temps) {
        declared += (declared.empty() ? "var " : ",") + name;
    }
    if (kind_ == SourceKind::cell) {
        declared += (declared.empty() ? "var " : ",") + prefix_ + "v";
    }
    const bool binds_this = std::exchange(state.needs_this, state.needs_this && !uses_await_) && uses_await_;
    std::vector<Node*> head = function_head(state, kind_ == SourceKind::module);
    body->list = std::move(head);
    if (!declared.empty()) {
        body->list.push_back(text(declared + ";"));
    }
    if (!hoisted_.empty()) {
        body->list.push_back(text(hoisted_));
    }
    body->list.insert(body->list.end(), program.list.begin(), program.list.end());
    function_ = nullptr;
    const std::string end = kind_ == SourceKind::cell ? "\nreturn " + prefix_ + "v" : "\n";
    std::string parameters = prefix_ + "r";
    if (kind_ == SourceKind::common_js) {
        parameters += ",exports,require,module,__filename,__dirname";
    }
    Node* wrapper = tree_.make(Kind::program);
    if (uses_await_) {
        // `this` and the rest of the outside stay as in a cell without await.
        wrapper->list.push_back(code_statement(nullptr, "(function(", parameters, "){",
                                               binds_this ? "var " + prefix_ + "t=this;" : "", "return ", r("async"),
                                               "(function(){", body, end, "})})"));
    } else {
        wrapper->list.push_back(code_statement(nullptr, "(function(", parameters, "){", body, end, "})"));
    }
    return wrapper;
}

}  // namespace evald::js
