#include "lowering/syntax.hpp"

#include <tree_sitter/api.h>

#include <memory>

#include "lowering/converter.hpp"
#include "lowering/nesting.hpp"
#include "lowering/unfinished.hpp"

extern "C" const TSLanguage* tree_sitter_javascript();

namespace evald::js {

namespace {

struct Closer {
    void operator()(TSParser* parser) const { ts_parser_delete(parser); }
    void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};

/// The first place that the grammar could not read.
TSNode first_fault(TSNode node) {
    for (;;) {
        if (ts_node_is_missing(node)) {
            return node;
        }
        TSNode inner = node;
        bool found = false;
        const std::uint32_t count = ts_node_child_count(node);
        for (std::uint32_t i = 0; i < count && !found; ++i) {
            inner = ts_node_child(node, i);
            found = ts_node_has_error(inner) || ts_node_is_missing(inner);
        }
        if (!found) {
            return node;
        }
        node = inner;
    }
}

/// The token where the fault shows: the first one inside an ERROR node that is not right.
SyntaxFault describe(std::string_view text, TSNode node) {
    const TSPoint start = ts_node_start_point(node);
    SyntaxFault fault{{}, start.row + 1, start.column + 1};
    if (ts_node_is_missing(node)) {
        const std::string_view type = ts_node_type(node);
        fault.message = type == ")" ? "missing ) after argument list" : "missing " + std::string(type);
        return fault;
    }
    const std::uint32_t begin = ts_node_start_byte(node);
    if (begin >= text.size()) {
        fault.message = "Unexpected end of input";
        return fault;
    }
    std::size_t end = begin;
    const auto is_word = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
    };
    while (end < text.size() && is_word(text[end])) {
        ++end;
    }
    end = std::max<std::size_t>(end, begin + 1);
    const std::string token(text.substr(begin, end - begin));
    const bool is_name = is_word(token[0]) && std::isdigit(static_cast<unsigned char>(token[0])) == 0;
    fault.message = (is_name ? "Unexpected identifier '" : "Unexpected token '") + token + "'";
    return fault;
}

}  // namespace

std::variant<Node*, SyntaxFault> parse_source(std::string_view text, Tree& tree) {
    if (nests_too_deeply(text)) {
        return SyntaxFault{"too deeply nested", 0, 0};
    }
    const std::unique_ptr<TSParser, Closer> parser(ts_parser_new());
    ts_parser_set_language(parser.get(), tree_sitter_javascript());
    const std::unique_ptr<TSTree, Closer> parsed(
        ts_parser_parse_string(parser.get(), nullptr, text.data(), static_cast<std::uint32_t>(text.size())));
    if (parsed == nullptr) {
        return SyntaxFault{"the source could not be parsed", 0, 0};
    }
    const TSNode root = ts_tree_root_node(parsed.get());
    if (ts_node_has_error(root)) {
        if (auto fault = unfinished(text)) {
            return std::move(*fault);
        }
        return describe(text, first_fault(root));
    }
    try {
        return Converter(text, tree).program(root);
    } catch (const SyntaxFaultError& error) {
        return error.fault();
    }
}

}  // namespace evald::js
