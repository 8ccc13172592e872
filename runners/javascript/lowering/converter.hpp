#pragma once

#include <tree_sitter/api.h>

#include <string_view>
#include <vector>

#include "lowering/ast.hpp"
#include "lowering/fault.hpp"

namespace evald::js {

/// Makes our tree of tree-sitter's. One source, one converter.
class Converter {
public:
    Converter(std::string_view text, Tree& tree) : text_(text), tree_(tree) {}
    Node* program(TSNode root);

private:
    struct Child {
        TSNode node;
        std::string_view type;
        std::string_view field;  // "" if it has none
        bool is_named;
    };
    using Children = std::vector<Child>;

    /// One level of nesting: each takes some hundred bytes of the native stack, here and in later passes.
    class Level {
    public:
        Level(Converter& converter, TSNode place) : depth_(converter.depth_) {
            if (++depth_ > k_deepest) {
                --depth_;
                converter.refuse(place, "too deeply nested");
            }
        }
        ~Level() { --depth_; }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;

    private:
        static constexpr int k_deepest = 1500;
        int& depth_;
    };

    Children children_of(TSNode node) const;
    static const Child* field(const Children& children, std::string_view name);
    static bool has_token(const Children& children, std::string_view token);
    std::string_view source(TSNode node) const;
    std::string name_of(TSNode node) const;  ///< an identifier with its escapes resolved
    Node* make(Kind kind, TSNode place);
    [[noreturn]] void refuse(TSNode place, std::string message) const;

    Node* statement(TSNode node);  // convert_statement.cpp
    void statements(const Children& children, std::vector<Node*>& out);
    Node* for_statement(TSNode node);
    Node* for_in_statement(TSNode node);
    Node* try_statement(TSNode node);
    Node* switch_statement(TSNode node);
    Node* variables(TSNode node, std::string_view kind);
    Node* import_statement(TSNode node);
    Node* export_statement(TSNode node);
    std::string module_name(TSNode node) const;

    Node* expression(TSNode node);  // convert_expression.cpp
    Node* optional_expression(const Child* child) { return child == nullptr ? nullptr : expression(child->node); }
    Node* operator_expression(TSNode node, std::string_view type);
    Node* access(TSNode node, std::string_view type);
    Node* call(TSNode node);
    Node* template_text(TSNode node);
    void list(TSNode node, std::vector<Node*>& out);
    void elements(TSNode node, std::vector<Node*>& out, bool as_pattern);
    Node* object(TSNode node);
    Node* key(TSNode node, std::uint32_t& flags);

    Node* pattern(TSNode node);  // convert_pattern.cpp
    Node* object_pattern(TSNode node);
    Node* target(Node* expression);  // an expression that turns out to be an assignment's pattern

    Node* function(TSNode node, std::uint32_t flags);  // convert_function.cpp
    Node* method(TSNode node);
    Node* class_of(TSNode node, std::uint32_t flags);

    std::string_view text_;
    Tree& tree_;
    int depth_ = 0;
    bool in_generator_ = false;
};

/// Do the first statements of a body say "use strict"?
bool has_strict_directive(const Node& body);

}  // namespace evald::js
