#pragma once

#include <string>

#include "lowering/ast.hpp"

namespace evald::js {

/// Writes a lowered tree as text. Every token that came from the source stands on its source's line.
class Printer {
public:
    /// `source` is the number under which the source's text is kept; 0: it is not.
    explicit Printer(std::uint32_t source = 0) : source_(source) {}

    std::string print(const Node& program);

private:
    void statement(const Node& node);
    void statements(const std::vector<Node*>& list);
    void block(const Node& node);
    void expression(const Node& node, int least_precedence = 0);
    void list(const std::vector<Node*>& nodes);
    void function(const Node& node);
    void origin(const Node& node);
    void object(const Node& node);
    void property_name(const Node& key);
    void call_like(const Node& node);
    void code(const Node& node, bool as_statement);
    void declarators(const Node& node);
    void for_head(const Node& node);
    void place(const Node& node);
    void write(std::string_view text);
    void identifier(const Node& node);

    std::uint32_t source_;
    std::string out_;
    std::uint32_t line_ = 1;
    bool in_for_head_ = false;
};

}  // namespace evald::js
