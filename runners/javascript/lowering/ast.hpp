#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace evald::js {

/// The tree that all passes work on. Which of a node's parts mean what is said beside its kind.
enum class Kind : std::uint8_t {
    // Expressions
    identifier,   // text: name
    literal,      // text: as written (numbers, strings, null, true, false)
    string,       // text: as written, with its quotes
    big_integer,  // text: digits without n
    regex,        // text: pattern, b: literal with the flags
    this_value,
    super_value,
    new_target,
    import_meta,
    import_call,     // a: specifier
    private_name,    // text: "#x"
    template_text,   // list: template_piece and expressions alternating, pieces first and last
    template_piece,  // text: raw characters
    tagged,          // a: tag, b: template_text
    array,           // list: elements; a hole is an empty node
    object,          // list: property, spread
    property,        // a: key, b: value (absent: shorthand); flag computed
    spread,          // a
    function,        // a: name or null, list: parameters, b: body block or expression; flags; text: the name it gets
                     // from its place, as a literal; length
    class_value,     // a: name or null, b: superclass or null, list: member
    member,          // a: key, b: function or initial value or null; c: static block; flags
    dot,             // a: object, text: name; flag optional
    index,           // a: object, b: key; flag optional
    call,            // a: callee, list: arguments; flag optional
    new_call,        // a: callee, list: arguments
    unary,           // text: operator, a
    update,          // text: operator, a; flag prefix
    binary,          // text: operator, a, b
    logical,         // text: && || ??, a, b
    assign,          // text: operator, a: target or pattern, b
    conditional,     // a, b, c
    sequence,        // list
    await,           // a
    yield,           // a or null; flag delegate
    parenthesized,   // a
    // Patterns
    array_pattern,   // list: patterns; a hole is an empty node
    object_pattern,  // list: property (b: pattern), rest
    with_default,    // a: pattern, b: default
    rest,            // a: pattern
    // Statements
    program,     // list
    block,       // list
    variables,   // text: var let const, list: declarator
    declarator,  // a: pattern, b: value or null
    expression,  // a
    empty,
    if_else,        // a, b, c or null
    for_loop,       // a, b, c (each may be null), d: body
    for_in,         // text: kind or "", a: target, b: object, d: body
    for_of,         // text: kind or "", a: target, b: iterable, d: body; flag is_await
    while_loop,     // a, b: body
    do_loop,        // a: condition, b: body
    return_value,   // a or null
    break_out,      // text: label or ""
    continue_loop,  // text: label or ""
    throw_value,    // a
    try_block,      // a: block, b: parameter or null, c: handler block or null, d: finally block or null
    switch_on,      // a, list: switch_case
    switch_case,    // a: value or null (default), list
    labeled,        // text: label, a
    with_object,    // a, b
    debugger,
    import_from,   // a: source; list: import_name; text: "" or "bare"
    import_name,   // text: imported name ("*": namespace, "default"), a: local identifier
    export_names,  // a: source or null; list: export_name; text "*": everything, or the namespace's name in b
    export_name,   // text: exported name, a: local identifier or imported name
    export_value,  // a: declaration (of any kind), flag is_default; b: expression
    // What passes make
    origin,  // the word "function", with where the text of the function stands that begins here
    text,    // text: output as it is
    code,    // list: texts and nodes, printed one after the other; binds as tightly as a primary expression
};

using Flag = std::uint32_t;
inline constexpr Flag f_computed = 1U << 0U;
inline constexpr Flag f_optional = 1U << 1U;
inline constexpr Flag f_prefix = 1U << 2U;
inline constexpr Flag f_delegate = 1U << 3U;
inline constexpr Flag f_async = 1U << 4U;
inline constexpr Flag f_generator = 1U << 5U;
inline constexpr Flag f_arrow = 1U << 6U;
inline constexpr Flag f_method = 1U << 7U;
inline constexpr Flag f_getter = 1U << 8U;
inline constexpr Flag f_setter = 1U << 9U;
inline constexpr Flag f_static = 1U << 10U;
inline constexpr Flag f_constructor = 1U << 11U;
inline constexpr Flag f_derived = 1U << 12U;
inline constexpr Flag f_declaration = 1U << 13U;  // a function or class that declares its name
inline constexpr Flag f_await = 1U << 14U;        // for await
inline constexpr Flag f_default = 1U << 15U;
inline constexpr Flag f_field = 1U << 16U;  // a class member that is no method
inline constexpr Flag f_strict = 1U << 17U;
inline constexpr Flag f_initializer =
    1U << 18U;  // a function that stands for a class's field initialisers or static block
inline constexpr Flag f_statement = 1U << 19U;  // code that is a statement
inline constexpr Flag f_chain_end = 1U << 20U;  // the outermost link of an optional chain
inline constexpr Flag f_too_early = 1U << 21U;  // a name that has no value yet wherever this is reached
inline constexpr Flag f_checked = 1U << 22U;    // a name that may have no value yet

struct Binding;
struct Scope;

struct Node {
    Kind kind = Kind::empty;
    std::uint32_t line = 0;    // from 1; 0: made by a pass, goes where it fits
    std::uint32_t column = 0;  // from 1, in bytes
    std::uint32_t end_line = 0;
    std::uint32_t begin = 0;  // where its text stands in the source, in bytes; of functions and classes
    std::uint32_t end = 0;
    std::uint32_t flags = 0;
    std::uint32_t length = 0;  // of a function whose `length` is not the number of its parameters: that, plus 1
    std::string text;
    Node* a = nullptr;
    Node* b = nullptr;
    Node* c = nullptr;
    Node* d = nullptr;
    std::vector<Node*> list;
    Binding* binding = nullptr;  // of an identifier
    Scope* scope = nullptr;      // that the node opens

    bool has(Flag flag) const { return (flags & flag) != 0; }
};

/// Owns the nodes of one source.
class Tree {
public:
    Node* make(Kind kind, const Node* place = nullptr) {
        Node& node = nodes_.emplace_back();
        node.kind = kind;
        if (place != nullptr) {
            node.line = place->line;
            node.column = place->column;
        }
        return &node;
    }
    Node* origin(const Node& place) {
        Node* node = make(Kind::origin);
        node->begin = place.begin;
        node->end = place.end;
        return node;
    }
    Node* text(std::string_view text) {
        Node* node = make(Kind::text);
        node->text = text;
        return node;
    }
    Node* name(std::string_view name) {
        Node* node = make(Kind::text);
        node->text = name;
        return node;
    }

private:
    std::deque<Node> nodes_;
};

/// Calls `visit(Node*&)` for every child in the order of the source.
template <class Visit>
void for_each_child(Node& node, Visit&& visit) {
    for (Node** child : {&node.a, &node.b, &node.c, &node.d}) {
        if (*child != nullptr) {
            visit(*child);
        }
    }
    for (Node*& child : node.list) {
        if (child != nullptr) {
            visit(child);
        }
    }
}

}  // namespace evald::js
