#include "lowering/lowerer.hpp"

namespace evald::js {

/// What stands around the body, for all of the source.
std::string Lowerer::outside_of(bool is_strict, bool binds_this) const {
    std::string out = is_strict ? "\"use strict\";" : "";
    if (uses_unset_) {
        out += "var " + prefix_ + "u=" + r("unset") + ";";
    }
    if (uses_templates_) {
        out += "var " + prefix_ + "k=" + r("templates") + "();";
    }
    if (uses_take_) {
        out += "var " + prefix_ + "i=" + r("take") + ";";  // found in half the time of a member
    }
    return out + (binds_this ? "var " + prefix_ + "t=this;" : "");
}

Node* Lowerer::program(Node& program, bool& is_async) {
    Function state;
    state.node = nullptr;
    state.is_program = true;
    state.is_strict = kind_ == SourceKind::module || program.has(f_strict);
    function_ = &state;
    Node* link = nullptr;
    if (kind_ == SourceKind::module) {
        bind_imports(program);
        link = text("");
        program.list.insert(program.list.begin(), link);
    }
    if (has_value()) {
        keep_values(program.list, false);
    }
    lower_statements(program.list);
    if (link != nullptr) {
        link->text = module_link();
        state.temps.insert(state.temps.end(), module_.objects.begin(), module_.objects.end());
    }
    is_async = uses_await_;
    Node* body = tree_.make(Kind::program);
    Node* const marks = mark_unset(program.scope);
    std::string declared;
    for (const std::string& name : state.temps) {
        declared += (declared.empty() ? "var " : ",") + name;
    }
    if (has_value()) {
        declared += (declared.empty() ? "var " : ",") + prefix_ + "v";
    }
    const bool is_wrapped = uses_await_ || kind_ == SourceKind::module;
    // In a coroutine `this` and the rest of the outside stay as in a cell without await.
    const bool binds_this = is_wrapped && std::exchange(state.needs_this, false);
    body->list = function_head(state, state.is_strict && !is_wrapped);
    if (!is_wrapped) {
        body->list.push_back(text(outside_of(false, false)));
    }
    if (!declared.empty()) {
        body->list.push_back(text(declared + ";"));
    }
    if (marks != nullptr) {
        body->list.push_back(marks);
    }
    body->list.insert(body->list.end(), program.list.begin(), program.list.end());
    function_ = nullptr;
    const std::string end = has_value() ? "\nreturn " + prefix_ + "v" : "\n";
    std::string parameters = prefix_ + "r";
    if (kind_ == SourceKind::common_js) {
        parameters += ",exports,require,module,__filename,__dirname";
    } else if (kind_ == SourceKind::module) {
        parameters += ",exports,module";  // not the cells' own: by these some files tell what they are
    }
    Node* wrapper = tree_.make(Kind::program);
    Node* function = code_statement(nullptr, "(function(", parameters, "){");
    if (is_wrapped) {
        add_part(*function, outside_of(state.is_strict, binds_this) + "return ");
        add_part(*function, kind_ == SourceKind::module
                                ? r("module") + "(" + module_description(is_async) + ",function*(){"
                                : r("async") + "(function*(){");
        add_part(*function, body);
        add_part(*function, end + "})})");
    } else {
        add_part(*function, body);
        add_part(*function, end + "})");
    }
    wrapper->list.push_back(function);
    return wrapper;
}

}  // namespace evald::js
