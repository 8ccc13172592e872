#include "lowering/lowerer.hpp"

namespace evald::js {

Node* Lowerer::lower_return(Node* node) {
    node->a = lower_optional(node->a);
    Function* function = function_;
    if (function->is_derived && !function->is_coroutine()) {
        node->a = node->a == nullptr ? code(node, this_text())
                                     : code(node, r("derivedResult"), "(", node->a, "," + prefix_ + "t)");
    } else if (function->is_generator && function->is_async && node->a != nullptr) {
        node->a = code(node, r("await"), "(", node->a, ")");
    }
    return node;
}

Node* Lowerer::lower_await(Node* node) {
    if (!function_->is_async) {
        if (!function_->is_program || !may_await()) {
            throw SyntaxFaultError("await is only valid in async functions and the top level bodies of modules", *node);
        }
        uses_await_ = true;
    }
    return code(node, r("await"), "(", lower(node->a), ")");
}

Node* Lowerer::lower_yield(Node* node) {
    if (!function_->is_generator) {
        throw SyntaxFaultError("yield is only valid in generator functions", *node);
    }
    const bool is_async = function_->is_async;
    const char* helper =
        node->has(f_delegate) ? (is_async ? "yieldAllAsync" : "yieldAll") : (is_async ? "yieldAsync" : "yield");
    return code(node, r(helper), "(", lower_optional(node->a), ")");
}

}  // namespace evald::js
