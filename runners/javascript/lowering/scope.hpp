#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lowering/ast.hpp"

namespace evald::js {

struct FunctionScope;

/// Where a declared function is mentioned: at a position of the walk, inside another declared function or none.
struct FunctionUse {
    std::uint32_t position = 0;
    Binding* inside = nullptr;
};

/// A declared name, or one that a pass needs.
struct Binding {
    enum class Kind { variable, let, constant, class_name, function, parameter, caught, imported, internal };
    enum class Storage {
        local,   ///< a variable of its function
        global,  ///< a property of the global object: the top level of a cell
        member   ///< a property of its scope's object, which every iteration has anew
    };
    std::string name;
    Kind kind = Kind::variable;
    Scope* scope = nullptr;
    Storage storage = Storage::local;
    std::string output;        ///< how it is written: "x", "x$1", "$o.x"
    std::string head_output;   ///< of a loop's own variables: how its head writes them
    bool is_captured = false;  ///< used by an inner function
    bool is_referenced = false;
    bool is_assigned = false;          ///< after its declaration
    bool is_pending = false;           ///< while the walk is before its initialisation
    bool is_checked = false;           ///< some use may come before its initialisation
    std::uint32_t initialized_at = 0;  ///< position in the walk
    std::uint32_t case_number = 0;     ///< of a switch's names: the case that declares it
    std::vector<FunctionUse> uses;     ///< of a declared function
    bool is_self_name = false;         ///< a function expression's own name: gives way to any other
    std::uint32_t line = 0;
    std::uint32_t column = 0;

    bool is_lexical() const { return kind == Kind::let || kind == Kind::constant || kind == Kind::class_name; }
};

struct Scope {
    enum class Kind { program, function, block, loop_head, caught };
    Kind kind = Kind::block;
    Scope* parent = nullptr;
    FunctionScope* function = nullptr;
    bool is_in_loop = false;  ///< of its own function
    bool is_switch = false;
    bool is_never_set = false;      ///< names of a loop's head as its iterable sees them: without a value for ever
    std::uint32_t case_number = 0;  ///< of a switch: the case that is walked
    std::unordered_map<std::string, Binding*> names;
    std::vector<Binding*> bindings;  ///< in the order of declaration
    std::string object;              ///< the variable with the scope's object, if some binding is a member of it
};

/// A function, or the program, as far as names go.
struct FunctionScope {
    FunctionScope* parent = nullptr;
    Node* node = nullptr;
    Scope* scope = nullptr;
    std::unordered_map<std::string, std::set<Binding*>> used;  ///< what each name means in here, inner functions too
};

/// Finds out what every name refers to and how each binding is to be written. Runs before all other passes; leaves
/// `binding` in identifiers and `scope` in the nodes that open one.
class ScopeAnalysis {
public:
    /// What of the top level belongs to the global object.
    enum class Shared { none, variables, all };

    /// `prefix` begins every made-up name; no name of the source does.
    ScopeAnalysis(std::string prefix, Shared shared) : prefix_(std::move(prefix)), shared_(shared) {}

    void run(Node& program);

    /// Names that the top level of a cell declares, for the global object.
    const std::vector<Binding*>& globals() const { return globals_; }
    std::string fresh_name() { return prefix_ + std::to_string(++made_up_); }

    /// A binding that no source name can reach, in the scope that is current while a class is analysed.
    Binding* internal(Scope* scope);

private:
    class Walker;
    friend class Walker;

    Scope* make_scope(Scope::Kind kind, Scope* parent, FunctionScope* function);
    Binding* declare(Scope* scope, const std::string& name, Binding::Kind kind, const Node& place);
    void choose_outputs();
    void choose_output(Binding& binding);

    std::string prefix_;
    Shared shared_;
    int made_up_ = 0;
    std::deque<Scope> scopes_;
    std::deque<Binding> bindings_;
    std::deque<FunctionScope> functions_;
    std::vector<Binding*> globals_;
    Tree initializers_;
};

/// Calls `visit(Node& identifier)` for every name that a pattern binds.
template <class Visit>
void for_each_bound_name(Node* pattern, Visit&& visit) {
    if (pattern == nullptr) {
        return;
    }
    switch (pattern->kind) {
        case Kind::identifier: visit(*pattern); return;
        case Kind::with_default:
        case Kind::rest: for_each_bound_name(pattern->a, visit); return;
        case Kind::property: for_each_bound_name(pattern->b, visit); return;
        case Kind::array_pattern:
        case Kind::object_pattern:
            for (Node* element : pattern->list) {
                for_each_bound_name(element, visit);
            }
            return;
        default: return;
    }
}

}  // namespace evald::js
