#include "lowering/precedence.hpp"

#include <array>
#include <cctype>

namespace evald::js {

namespace {

struct OperatorRank {
    std::string_view text;
    int rank;
};
constexpr std::array<OperatorRank, 24> k_ranks{
    {{"||", 3},  {"&&", 4},   {"|", 5},  {"^", 6},  {"&", 7},  {"==", 8},         {"!=", 8}, {"===", 8},
     {"!==", 8}, {"<", 9},    {">", 9},  {"<=", 9}, {">=", 9}, {"instanceof", 9}, {"in", 9}, {"<<", 10},
     {">>", 10}, {">>>", 10}, {"+", 11}, {"-", 11}, {"*", 12}, {"/", 12},         {"%", 12}, {"**", 13}}};

int rank_of(std::string_view text) {
    for (const OperatorRank& known : k_ranks) {
        if (known.text == text) {
            return known.rank;
        }
    }
    return k_conditional;
}

}  // namespace

int precedence(const Node& node) {
    switch (node.kind) {
        case Kind::sequence: return k_sequence;
        case Kind::assign:
        case Kind::yield: return k_assignment;
        case Kind::conditional: return k_conditional;
        case Kind::binary:
        case Kind::logical: return rank_of(node.text);
        case Kind::unary: return k_unary;
        case Kind::update: return node.has(f_prefix) ? k_unary : k_postfix;
        case Kind::call:
        case Kind::new_call: return k_call;
        default: return k_primary;
    }
}

bool is_word_character(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || static_cast<signed char>(c) < 0;
}

bool begins_unsafely(const Node& node) {
    switch (node.kind) {
        case Kind::function:
        case Kind::object: return true;
        case Kind::sequence: return begins_unsafely(*node.list[0]);
        case Kind::assign:
        case Kind::binary:
        case Kind::logical:
        case Kind::conditional:
        case Kind::dot:
        case Kind::index:
        case Kind::call: return begins_unsafely(*node.a);
        case Kind::update: return !node.has(f_prefix) && begins_unsafely(*node.a);
        case Kind::code: return !node.list.empty() && begins_unsafely(*node.list[0]);
        default: return false;
    }
}

bool contains_call(const Node& node) {
    switch (node.kind) {
        case Kind::call:
        case Kind::code: return true;
        case Kind::dot:
        case Kind::index: return contains_call(*node.a);
        default: return false;
    }
}

}  // namespace evald::js
