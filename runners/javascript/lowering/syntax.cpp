#include "lowering/syntax.hpp"

#include <tree_sitter/api.h>

#include <memory>
#include <string>
#include <vector>

#include "lowering/converter.hpp"
#include "lowering/early_errors.hpp"
#include "lowering/nesting.hpp"
#include "lowering/unexpected.hpp"
#include "lowering/unfinished.hpp"

extern "C" const TSLanguage* tree_sitter_javascript();

namespace evald::js {

namespace {

struct Closer {
    void operator()(TSParser* parser) const { ts_parser_delete(parser); }
    void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};

using ParsedTree = std::unique_ptr<TSTree, Closer>;

ParsedTree parse(std::string_view text) {
    const std::unique_ptr<TSParser, Closer> parser(ts_parser_new());
    ts_parser_set_language(parser.get(), tree_sitter_javascript());
    return ParsedTree(
        ts_parser_parse_string(parser.get(), nullptr, text.data(), static_cast<std::uint32_t>(text.size())));
}

bool has_fault(const ParsedTree& tree) { return ts_node_has_error(ts_tree_root_node(tree.get())); }

bool is_at_or_after(const SyntaxFault& a, const SyntaxFault& b) {
    return a.line > b.line || (a.line == b.line && a.column >= b.column);
}

/// Why the grammar could not read a text.
SyntaxFault fault_of(std::string_view text) {
    constexpr std::size_t k_longest = 1 << 20;  // watching the parser takes its time
    auto unfinished_part = unfinished(text);
    auto unexpected = text.size() <= k_longest ? unexpected_token(text) : std::nullopt;
    if (unfinished_part && (!unexpected || is_at_or_after(*unexpected, *unfinished_part))) {
        return std::move(*unfinished_part);
    }
    return unexpected ? std::move(*unexpected) : SyntaxFault{"Invalid or unexpected token", 0, 0};
}

/// Of templates, the grammar knows only escape sequences that are right, but tagged ones may have any: they are put out
/// of its sight, where the tree does not show it.
ParsedTree parse_any_template(std::string_view text, ParsedTree parsed) {
    const std::vector<std::size_t> wrong = wrong_template_escapes(text);
    if (wrong.empty()) {
        return parsed;
    }
    std::string plain(text);
    for (const std::size_t at : wrong) {
        plain[at] = '?';
    }
    ParsedTree again = parse(plain);
    return again != nullptr && !has_fault(again) ? std::move(again) : std::move(parsed);
}

}  // namespace

std::variant<Node*, SyntaxFault> parse_source(std::string_view text, Tree& tree) {
    if (nests_too_deeply(text)) {
        return SyntaxFault{"too deeply nested", 0, 0};
    }
    ParsedTree parsed = parse(text);
    if (parsed != nullptr && has_fault(parsed)) {
        parsed = parse_any_template(text, std::move(parsed));
    }
    if (parsed == nullptr) {
        return SyntaxFault{"the source could not be parsed", 0, 0};
    }
    if (has_fault(parsed)) {
        return fault_of(text);
    }
    try {
        Node* program = Converter(text, tree).program(ts_tree_root_node(parsed.get()));
        check_early_errors(*program);
        return program;
    } catch (const SyntaxFaultError& error) {
        return error.fault();
    }
}

}  // namespace evald::js
