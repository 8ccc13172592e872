#include <array>
#include <utility>

#include "lowering/lowerer.hpp"

namespace evald::js {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 20> k_helpers{
    {{"+", "add"},        {"-", "subtract"},    {"*", "multiply"},
     {"/", "divide"},     {"%", "remainder"},   {"**", "power"},
     {"<<", "shiftLeft"}, {">>", "shiftRight"}, {">>>", "shiftRightUnsigned"},
     {"&", "bitAnd"},     {"|", "bitOr"},       {"^", "bitXor"},
     {"<", "less"},       {">", "greater"},     {"<=", "atMost"},
     {">=", "atLeast"},   {"==", "looseEqual"}, {"!=", "looseUnequal"},
     {"===", "equal"},    {"!==", "unequal"}}};

}  // namespace

/// The call that an operator becomes where a BigInt can reach it; nothing for operators that don't mind.
Node* Lowerer::big_operator(const Node* place, std::string_view sign, Node* a, Node* b) {
    if (!has_big_integers_) {
        return nullptr;
    }
    for (const auto& [known, helper] : k_helpers) {
        if (known == sign) {
            return code(place, r(helper), "(", a, ",", b, ")");
        }
    }
    return nullptr;
}

/// A lowered condition: 0n is false.
Node* Lowerer::truth(Node* condition) {
    return has_big_integers_ && condition != nullptr ? code(condition, r("truthy"), "(", condition, ")") : condition;
}

/// `x++` as `x += one`, where one is of the same kind as x; the old value is one less again.
Node* Lowerer::big_update(Node* node) {
    Node* sum = tree_.make(Kind::assign, node);
    sum->text = node->text == "++" ? "+=" : "-=";
    sum->a = node->a;
    sum->b = text(r("one"));
    Node* assigned = lower_compound_assign(sum);
    return node->has(f_prefix) ? assigned
                               : big_operator(node, node->text == "++" ? "-" : "+", assigned, text(r("one")));
}

}  // namespace evald::js
