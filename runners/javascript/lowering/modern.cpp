#include <unordered_set>

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

/// Also as a member or a key: `process.hrtime.bigint()`, `{bigint: true}`, `buffer.readBigInt64LE()` give BigInts.
bool names_big_integers(const std::string& name) {
    return name == "bigint" || name.find("BigInt") != std::string::npos || name.find("BigUint") != std::string::npos ||
           name.find("BigUInt") != std::string::npos;
}

bool makes_big_integers(Node& node) {
    const bool has_name = node.kind == Kind::identifier || node.kind == Kind::dot;
    const bool has_key = node.kind == Kind::property && node.a != nullptr;
    bool found = node.kind == Kind::big_integer || (has_name && names_big_integers(node.text)) ||
                 (has_key && names_big_integers(node.a->text));
    for_each_child(node, [&found](Node* child) { found = found || makes_big_integers(*child); });
    return found;
}

/// Which names of the top level are properties of the global object.
ScopeAnalysis::Shared shared_names(SourceKind kind, const Node& program) {
    if (kind == SourceKind::cell) {
        return ScopeAnalysis::Shared::all;
    }
    return kind == SourceKind::evaluated && !program.has(f_strict) ? ScopeAnalysis::Shared::variables
                                                                   : ScopeAnalysis::Shared::none;
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
            program->flags |= source.kind == SourceKind::module ? f_strict : 0;
            ScopeAnalysis scopes(prefix, shared_names(source.kind, *program));
            scopes.run(*program);
            LoweredSource lowered;
            lowered.makes_big_integers = makes_big_integers(*program);
            const bool has_big_integers = source.meets_big_integers || lowered.makes_big_integers;
            Node* wrapper = Lowerer(tree, scopes, prefix, source.kind, has_big_integers, constants_)
                                .program(*program, lowered.is_async);
            for (const Binding* binding : scopes.globals()) {
                lowered.globals.push_back(binding->name);
            }
            remember_constants(scopes.globals());
            lowered.text = Printer(source.number).print(*wrapper);
            lowered.is_function = true;
            return lowered;
        } catch (const SyntaxFaultError& error) {
            return error.fault();
        }
    }

private:
    void remember_constants(const std::vector<Binding*>& globals) const {
        for (const Binding* binding : globals) {
            if (binding->kind == Binding::Kind::constant) {
                constants_.insert(binding->name);
            } else {
                constants_.erase(binding->name);
            }
        }
    }

    mutable std::unordered_set<std::string> constants_;
};

}  // namespace

std::unique_ptr<Lowering> make_modern_lowering() { return std::make_unique<ModernLowering>(); }

}  // namespace evald::js
