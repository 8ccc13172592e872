#include <algorithm>

#include "duktape/introspection.h"
#include "engine/guarded.hpp"
#include "engine/script_text.hpp"
#include "inspect/inspector.hpp"
#include "inspect/object_view.hpp"
#include "inspect/script_collections.hpp"

namespace evald::js {

namespace {

constexpr const char* k_iteration = "Iterator";
constexpr duk_uarridx_t k_what = 2;  ///< where a cursor says what it gives: 0 keys, 1 values, 2 both

bool has_entries(const std::string& kind) { return kind == "Map" || kind == "Set"; }

}  // namespace

std::string Inspector::kind_of_collection(duk_idx_t index) {
    std::string kind = collection_kind(ctx_, index);
    if (kind.empty()) {
        const StackMark mark(ctx_);
        push_promise_state(ctx_, index);
        kind = duk_is_object(ctx_, -1) != 0 ? "Promise" : "";
    }
    if (kind.empty()) {
        const StackMark mark(ctx_);
        push_collection_iterator(ctx_, index);
        kind = duk_is_object(ctx_, -1) != 0 ? k_iteration : "";
    }
    return kind;
}

ObjectParts Inspector::collection_parts(const Subject& subject, std::size_t key_count) {
    if (subject.collection == k_iteration) {
        const StackMark mark(ctx_);
        push_collection_iterator(ctx_, subject.index);
        duk_get_prop_index(ctx_, -1, k_what);
        const bool gives_pairs = duk_get_int(ctx_, -1) == 2;
        const std::string of = subject.tag.substr(0, 3);
        return {{}, "[" + of + (gives_pairs ? " Entries] {" : " Iterator] {"), "}", {}, false, false};
    }
    if (!has_entries(subject.collection)) {
        return {{}, prefix(subject, subject.collection) + "{", "}", {}, false, false};
    }
    const StackMark mark(ctx_);
    push_collection(ctx_, subject.index);
    const unsigned size = evald_table_size(ctx_, -1);
    const std::string open = prefix(subject, subject.collection, "(" + std::to_string(size) + ")") + "{";
    if (size == 0 && key_count == 0) {
        return {open + "}", {}, {}, {}, false, false};
    }
    return {{}, open, "}", {}, false, false};
}

void Inspector::add_promise_state(const Subject& subject, int level, ObjectParts& parts) {
    const StackMark mark(ctx_);
    push_promise_state(ctx_, subject.index);
    const duk_idx_t state = duk_get_top_index(ctx_);
    push_own_property(ctx_, state, "s");
    const int how = duk_get_int(ctx_, -1);
    if (how == 0) {
        parts.entries.emplace_back("<pending>");
        return;
    }
    push_own_property(ctx_, state, "v");
    indentation_ += 2;
    parts.entries.push_back((how == 2 ? "<rejected> " : "") + format_value(-1, level));
    indentation_ -= 2;
}

/// What an iterator of a Map or Set has still to give.
void Inspector::add_rest_of_iteration(const Subject& subject, int level, ObjectParts& parts) {
    const StackMark mark(ctx_);
    push_collection_iterator(ctx_, subject.index);
    duk_get_prop_index(ctx_, -1, k_what);
    const int what = duk_get_int(ctx_, -1);
    unsigned number = 0;
    if (evald_table_cursor(ctx_, -2, &number) == 0) {
        return;
    }
    const duk_idx_t table = duk_get_top_index(ctx_);
    indentation_ += 2;
    while (parts.entries.size() < options_.max_array_length) {
        const StackMark entry_mark(ctx_);
        if (evald_table_entry(ctx_, table, &number) == 0) {
            break;
        }
        const duk_idx_t key = duk_get_top_index(ctx_) - 1;
        std::string text = what == 1 ? "" : format_value(key, level);
        if (what != 0) {
            const std::string value = format_value(key + 1, level);
            text = what == 1 ? value : "[ " + text + ", " + value + " ]";
        }
        parts.entries.push_back(std::move(text));
    }
    indentation_ -= 2;
}

void Inspector::add_entries(const Subject& subject, int level, ObjectParts& parts) {
    if (subject.collection == "Promise") {
        add_promise_state(subject, level, parts);
        return;
    }
    if (subject.collection == k_iteration) {
        add_rest_of_iteration(subject, level, parts);
        return;
    }
    if (!has_entries(subject.collection)) {
        parts.entries.emplace_back("<items unknown>");
        return;
    }
    const StackMark mark(ctx_);
    push_collection(ctx_, subject.index);
    const duk_idx_t table = duk_get_top_index(ctx_);
    const std::size_t size = evald_table_size(ctx_, table);
    const std::size_t shown = std::min(size, options_.max_array_length);
    unsigned number = 0;
    indentation_ += 2;
    for (std::size_t i = 0; i < shown; ++i) {
        const StackMark entry_mark(ctx_);
        check_still_wanted();
        if (evald_table_entry(ctx_, table, &number) == 0) {  // a script that a value's inspection ran took it away
            break;
        }
        const duk_idx_t key = duk_get_top_index(ctx_) - 1;
        std::string text = format_value(key, level);
        if (subject.collection == "Map") {
            text += " => " + format_value(key + 1, level);
        }
        parts.entries.push_back(std::move(text));
    }
    indentation_ -= 2;
    if (size > shown) {
        const std::size_t left = size - shown;
        parts.entries.push_back("... " + std::to_string(left) + " more item" + (left > 1 ? "s" : ""));
    }
}

}  // namespace evald::js
