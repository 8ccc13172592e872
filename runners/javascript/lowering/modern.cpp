#include "lowering/lowerer.hpp"
#include "lowering/printer.hpp"
#include "lowering/syntax.hpp"

namespace evald::js {

namespace {

/// A beginning for made-up names that occurs nowhere in the source.
std::string unused_prefix(std::string_view text) {
    std::string prefix = "$e";
    while (text.find(prefix) != std::string_view::npos) {
        prefix += 'e';
    }
    return prefix;
}

bool makes_big_integers(Node& node) {
    bool found = node.kind == Kind::big_integer || (node.kind == Kind::identifier && node.text == "BigInt");
    for_each_child(node, [&found](Node* child) { found = found || makes_big_integers(*child); });
    return found;
}

class ModernLowering : public Lowering {
public:
    Result lower(const Source& source) const override {
        Tree tree;
        auto parsed = parse_source(source.text, tree);
        if (auto* fault = std::get_if<SyntaxFault>(&parsed)) {
            return std::move(*fault);
        }
        Node* program = std::get<Node*>(parsed);
        try {
            const std::string prefix = unused_prefix(source.text);
            ScopeAnalysis scopes(prefix, source.kind == SourceKind::cell);
            scopes.run(*program);
            LoweredSource lowered;
            lowered.makes_big_integers = makes_big_integers(*program);
            const bool has_big_integers = source.meets_big_integers || lowered.makes_big_integers;
            Lowerer lowerer(tree, scopes, prefix, source.kind, has_big_integers);
            Node* wrapper = lowerer.program(*program, lowered.is_async);
            lowered.imports = lowerer.imports();
            for (const Binding* binding : scopes.globals()) {
                lowered.globals.push_back(binding->name);
            }
            lowered.text = Printer().print(*wrapper);
            lowered.is_function = true;
            return lowered;
        } catch (const SyntaxFaultError& error) {
            return error.fault();
        }
    }
};

}  // namespace

std::unique_ptr<Lowering> make_modern_lowering() { return std::make_unique<ModernLowering>(); }

}  // namespace evald::js
