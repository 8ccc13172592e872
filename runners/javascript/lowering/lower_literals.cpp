#include <algorithm>
#include <utility>

#include "lowering/fault.hpp"
#include "lowering/lowerer.hpp"
#include "lowering/template_escapes.hpp"

namespace evald::js {

namespace {

/// U+2028 or U+2029, which end a line: not for what stands between quotation marks here.
bool is_separator(std::string_view text, std::size_t at) {
    return text.substr(at, 3) == "\xe2\x80\xa8" || text.substr(at, 3) == "\xe2\x80\xa9";
}

std::string template_literal(std::string_view raw) {
    std::string out = "\"";
    for (std::size_t i = 0; i < raw.size(); ++i) {
        const char c = raw[i];
        if (c == '\r') {
            out += "\\n";
            i += i + 1 < raw.size() && raw[i + 1] == '\n' ? 1 : 0;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '"') {
            out += "\\\"";
        } else if (is_separator(raw, i)) {
            out += raw[i + 2] == '\xa8' ? "\\u2028" : "\\u2029";
            i += 2;
        } else if (c == '\\' && i + 1 < raw.size()) {
            const char next = raw[i + 1];
            ++i;
            if (is_separator(raw, i)) {
                i += 2;
            } else if (next == '\r' || next == '\n') {  // a continued line is nothing
                i += next == '\r' && i + 1 < raw.size() && raw[i + 1] == '\n' ? 1 : 0;
            } else if (next == '`' || next == '$' || next == '{') {
                out += next;
            } else {
                out += c;
                out += next;
            }
        } else {
            out += c;
        }
    }
    return out + "\"";
}

std::string raw_literal(std::string_view raw) {
    std::string out = "\"";
    for (std::size_t i = 0; i < raw.size(); ++i) {
        const char c = raw[i];
        if (c == '\r' || c == '\n') {
            out += "\\n";
            i += c == '\r' && i + 1 < raw.size() && raw[i + 1] == '\n' ? 1 : 0;
        } else if (is_separator(raw, i)) {
            out += raw[i + 2] == '\xa8' ? "\\u2028" : "\\u2029";
            i += 2;
        } else {
            out += c == '"' || c == '\\' ? "\\" : "";
            out += c;
        }
    }
    return out + "\"";
}

}  // namespace

bool Lowerer::has_spread(const std::vector<Node*>& list) {
    return std::any_of(list.begin(), list.end(), [](const Node* node) { return node->kind == Kind::spread; });
}

/// An array of everything in a list with spreads.
Node* Lowerer::spread_list(const Node* place, std::vector<Node*>& list) {
    Node* result = code(place, r("list"), "(");
    bool is_open = false;
    for (std::size_t i = 0; i < list.size(); ++i) {
        Node* element = list[i];
        if (element->kind == Kind::spread) {
            add_part(*result, is_open ? "]," : i > 0 ? "," : "");
            add_part(*result, r("all") + "(");
            add_part(*result, lower(element->a));
            add_part(*result, ")");
            is_open = false;
        } else {
            add_part(*result, is_open ? "," : i > 0 ? ",[" : "[");
            if (element->kind == Kind::empty) {
                add_part(*result, i + 1 == list.size() || list[i + 1]->kind == Kind::spread ? "," : "");
            } else {
                add_part(*result, lower(element));
            }
            is_open = true;
        }
    }
    add_part(*result, is_open ? "])" : ")");
    return result;
}

Node* Lowerer::lower_array(Node* node) {
    if (has_spread(node->list)) {
        return spread_list(node, node->list);
    }
    lower_children(*node);
    return node;
}

Node* Lowerer::lower_template(Node* node) {
    Node* result = code(node, "(");
    bool is_first = true;
    const auto add = [&](Node* part) {
        add_part(*result, is_first ? "" : "+");
        add_part(*result, part);
        is_first = false;
    };
    const bool begins_with_text = !node->list[0]->text.empty() || node->list.size() == 1;
    if (!begins_with_text) {
        add(text("\"\""));
    }
    for (Node* part : node->list) {
        if (part->kind == Kind::template_piece) {
            if (const char* fault = template_text_fault(part->text); fault != nullptr) {
                throw SyntaxFaultError(fault, part->line != 0 ? *part : *node);
            }
            if (!part->text.empty() || node->list.size() == 1) {
                add(text(template_literal(part->text)));
            }
            continue;
        }
        Node* value = lower(part);
        if (value->kind == Kind::string || value->kind == Kind::literal) {
            add(code(value, "(", value, ")"));
        } else if (value->kind == Kind::identifier && value->binding != nullptr) {
            add(code(value, "(typeof ", value, "===\"object\"||typeof ", value, "===\"function\"?", r("string"), "(",
                     value, "):", value, ")"));
        } else {
            add(code(value, r("string"), "(", value, ")"));
        }
    }
    add_part(*result, ")");
    return result;
}

Node* Lowerer::lower_tagged(Node* node) {
    std::string self;
    std::vector<Node*> guards;
    const bool is_member = node->a->kind == Kind::dot || node->a->kind == Kind::index;
    Node* tag = is_member ? chain_link(node->a, guards, &self) : lower(node->a);
    std::string cooked;
    std::string raw;
    std::vector<Node*> values;
    for (Node* part : node->b->list) {
        if (part->kind == Kind::template_piece) {
            const bool has_text = template_text_fault(part->text) == nullptr;
            cooked += (cooked.empty() ? "" : ",") + (has_text ? template_literal(part->text) : "void 0");
            raw += (raw.empty() ? "" : ",") + raw_literal(part->text);
        } else {
            values.push_back(lower(part));
        }
    }
    // One object for each place in the source, made when it is first reached.
    uses_templates_ = true;
    const std::string place = std::to_string(node->b->line) + ":" + std::to_string(node->b->column);
    Node* result = code(node, r("call"), "(", tag, ",", self.empty() ? "void 0" : self, ",", r("template"),
                        "(" + prefix_ + "k,\"", place, "\",[", cooked, "],[", raw, "])");
    for (Node* value : values) {
        add_part(*result, ",");
        add_part(*result, value);
    }
    add_part(*result, ")");
    return result;
}

Node* Lowerer::lower_object(Node* node) {
    const auto is_special = [](const Node* property) {
        const bool is_accessor = property->has(f_getter) || property->has(f_setter);
        const bool is_named_by_key = property->has(f_computed) && property->b->a == nullptr &&
                                     (property->b->kind == Kind::function || property->b->kind == Kind::class_value);
        const bool is_prototype = property->kind == Kind::property && !property->has(f_computed) &&
                                  !property->has(f_method) && property->a->text == "__proto__" &&
                                  property->b->text != "__proto__";
        const bool is_quoted_prototype = property->kind == Kind::property && !property->has(f_computed) &&
                                         property->a->kind == Kind::string && property->a->text.size() == 11 &&
                                         property->a->text.substr(1, 9) == "__proto__";
        return property->kind == Kind::spread || is_named_by_key || is_accessor || is_prototype || is_quoted_prototype;
    };
    // The plain beginning stays a literal; from the first special property on, helpers add what follows.
    const auto split = std::find_if(node->list.begin(), node->list.end(), is_special);
    const std::string home = scopes_.fresh_name();
    const std::string outer_home = std::exchange(function_->home, home);
    Node* const outer_class = std::exchange(function_->class_node, nullptr);
    std::vector<Node*> plain(node->list.begin(), split);
    std::vector<Node*> rest(split, node->list.end());
    const auto value_of = [this](Node* property) {
        if (property->has(f_getter) || property->has(f_setter)) {
            return lower_function(property->b);
        }
        return property->has(f_computed) ? lower(property->b) : named_by(property->b, key_literal(*property->a));
    };
    for (Node* property : plain) {
        if (property->has(f_computed)) {
            property->a = lower(property->a);
        }
        property->b = value_of(property);
    }
    node->list = std::move(plain);
    Node* result = node;
    if (!rest.empty()) {
        result = code(node, r("object"), "(", node);
        for (Node* property : rest) {
            if (property->kind == Kind::spread) {
                add_part(*result, ",\"s\",0,");
                add_part(*result, lower(property->a));
                continue;
            }
            const char* how = property->has(f_getter)     ? ",\"g\","
                              : property->has(f_setter)   ? ",\"t\","
                              : property->has(f_computed) ? (is_special(property) ? ",\"n\"," : ",\"v\",")
                              : is_special(property)      ? ",\"p\","
                                                          : ",\"v\",";
            add_part(*result, how);
            if (property->has(f_computed)) {
                add_part(*result, lower(property->a));
            } else {
                add_part(*result, quoted_key(property->a->text));
            }
            add_part(*result, ",");
            const bool is_prototype = !property->has(f_computed) && !property->has(f_getter) &&
                                      !property->has(f_setter) && is_special(property);
            add_part(*result, is_prototype ? lower(property->b) : value_of(property));
        }
        add_part(*result, ")");
    }
    function_->class_node = outer_class;
    const bool uses_home = std::find(function_->temps.begin(), function_->temps.end(), home) != function_->temps.end();
    function_->home = outer_home;
    return uses_home ? code(node, "(", home, "=", result, ")") : result;
}

Node* Lowerer::lower_regex(Node* node) {
    std::string pattern = "\"";
    for (const char c : node->text) {
        pattern += c == '"' || c == '\\' ? "\\" : "";
        pattern += c;
    }
    return code(node, r("regex"), "(", pattern, "\",\"", node->b->text, "\")");
}

}  // namespace evald::js
