#include "lowering/scope.hpp"

#include <algorithm>
#include <array>

#include "lowering/fault.hpp"
#include "lowering/identifier_text.hpp"

namespace evald::js {

namespace {

/// Can a variable of the engine have this name? Words of later editions are names in sloppy code.
bool is_engine_name(std::string_view name) {
    constexpr std::array<std::string_view, 11> k_words{"default",    "let",       "yield",     "static",
                                                       "implements", "package",   "interface", "private",
                                                       "public",     "protected", "const"};
    return is_plain_name(name) && std::find(k_words.begin(), k_words.end(), name) == k_words.end();
}

}  // namespace

Scope* ScopeAnalysis::make_scope(Scope::Kind kind, Scope* parent, FunctionScope* function) {
    Scope& scope = scopes_.emplace_back();
    scope.kind = kind;
    scope.parent = parent;
    scope.function = function;
    return &scope;
}

Binding* ScopeAnalysis::declare(Scope* scope, const std::string& name, Binding::Kind kind, const Node& place) {
    Binding*& entry = scope->names[name];
    const auto is_exclusive = [](Binding::Kind it) {
        return it == Binding::Kind::let || it == Binding::Kind::constant || it == Binding::Kind::class_name ||
               it == Binding::Kind::imported;
    };
    if (entry != nullptr && !entry->is_self_name) {
        if (is_exclusive(entry->kind) || is_exclusive(kind)) {
            throw SyntaxFaultError("Identifier '" + name + "' has already been declared", place);
        }
        return entry;
    }
    Binding& binding = bindings_.emplace_back();
    binding.name = binding.output = name;
    binding.kind = kind;
    binding.scope = scope;
    binding.line = place.line;
    binding.column = place.column;
    binding.is_pending = binding.is_lexical();
    entry = &binding;
    scope->bindings.push_back(&binding);
    scope->function->used[name].insert(&binding);
    return &binding;
}

Binding* ScopeAnalysis::internal(Scope* scope) {
    Binding& binding = bindings_.emplace_back();
    binding.kind = Binding::Kind::internal;
    binding.scope = scope;
    binding.name = binding.output = fresh_name();
    scope->bindings.push_back(&binding);
    return &binding;
}

void ScopeAnalysis::choose_outputs() {
    for (Scope& scope : scopes_) {
        for (Binding* binding : scope.bindings) {
            choose_output(*binding);
        }
    }
}

void ScopeAnalysis::choose_output(Binding& binding) {
    Scope& scope = *binding.scope;
    const bool is_top_level = scope.kind == Scope::Kind::program;
    const bool is_shared = shared_ == Shared::all || (shared_ == Shared::variables && !binding.is_lexical());
    if (is_top_level && is_shared && binding.name != "default" && binding.kind != Binding::Kind::internal &&
        binding.kind != Binding::Kind::imported) {
        binding.storage = Binding::Storage::global;
        globals_.push_back(&binding);
        return;
    }
    if (binding.kind != Binding::Kind::internal && !is_engine_name(binding.name)) {
        binding.output = plain_name(binding.name) + fresh_name();
    }
    const bool is_block_level = scope.kind == Scope::Kind::block || scope.kind == Scope::Kind::loop_head;
    if (!is_block_level && scope.kind != Scope::Kind::caught) {
        return;
    }
    if (binding.is_captured && scope.is_in_loop && is_block_level) {
        if (scope.object.empty()) {
            scope.object = fresh_name();
        }
        binding.storage = Binding::Storage::member;
        if (scope.kind == Scope::Kind::loop_head) {
            binding.head_output = fresh_name();
        }
        binding.output = scope.object +
                         (is_plain_name(binding.name) ? "." + binding.name : "[" + string_literal(binding.name) + "]");
        return;
    }
    const auto used = scope.function->used.find(binding.name);
    if (binding.kind != Binding::Kind::internal && binding.output == binding.name &&
        used != scope.function->used.end() && used->second.size() > 1) {
        binding.output = binding.name + fresh_name();
    }
}

}  // namespace evald::js
