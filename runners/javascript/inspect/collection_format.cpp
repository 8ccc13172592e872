#include <algorithm>

#include "engine/guarded.hpp"
#include "engine/script_text.hpp"
#include "inspect/inspector.hpp"
#include "inspect/object_view.hpp"
#include "inspect/script_collections.hpp"

namespace evald::js {

namespace {

constexpr const char* k_iteration = "Iterator";

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
        push_own_property(ctx_, -1, "what");
        const bool gives_pairs = duk_get_int(ctx_, -1) == 2;
        const std::string of = subject.tag.substr(0, 3);
        return {{}, "[" + of + (gives_pairs ? " Entries] {" : " Iterator] {"), "}", {}, false, false};
    }
    if (!has_entries(subject.collection)) {
        return {{}, prefix(subject, subject.collection) + "{", "}", {}, false, false};
    }
    const StackMark mark(ctx_);
    push_collection(ctx_, subject.index);
    push_own_property(ctx_, -1, "size");
    const int size = duk_get_int(ctx_, -1);
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
    const duk_idx_t state = duk_get_top_index(ctx_);
    push_own_property(ctx_, state, "what");
    const int what = duk_get_int(ctx_, -1);
    push_own_property(ctx_, state, "data");
    if (duk_is_object(ctx_, -1) == 0) {
        return;
    }
    push_own_property(ctx_, -1, "end");
    const void* end = duk_get_heapptr(ctx_, -1);
    push_own_property(ctx_, state, "at");
    push_own_property(ctx_, -1, "next");
    const duk_idx_t entry = duk_get_top_index(ctx_);
    indentation_ += 2;
    while (duk_get_heapptr(ctx_, entry) != end && parts.entries.size() < options_.max_array_length) {
        const StackMark entry_mark(ctx_);
        push_own_property(ctx_, entry, "key");
        std::string text = what == 1 ? "" : format_value(-1, level);
        push_own_property(ctx_, entry, "value");
        text = what == 0   ? text
               : what == 1 ? format_value(-1, level)
                           : "[ " + text + ", " + format_value(-1, level) + " ]";
        parts.entries.push_back(std::move(text));
        push_own_property(ctx_, entry, "next");
        duk_replace(ctx_, entry);
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
    const duk_idx_t data = duk_get_top_index(ctx_);
    push_own_property(ctx_, data, "size");
    const auto size = static_cast<std::size_t>(std::max(0, duk_get_int(ctx_, -1)));
    push_own_property(ctx_, data, "end");
    push_own_property(ctx_, -1, "next");
    const duk_idx_t entry = duk_get_top_index(ctx_);
    const std::size_t shown = std::min(size, options_.max_array_length);
    indentation_ += 2;
    for (std::size_t i = 0; i < shown; ++i) {
        const StackMark entry_mark(ctx_);
        check_still_wanted();
        push_own_property(ctx_, entry, "key");
        std::string text = format_value(-1, level);
        if (subject.collection == "Map") {
            push_own_property(ctx_, entry, "value");
            text += " => " + format_value(-1, level);
        }
        parts.entries.push_back(std::move(text));
        push_own_property(ctx_, entry, "next");
        duk_replace(ctx_, entry);
    }
    indentation_ -= 2;
    if (size > shown) {
        const std::size_t left = size - shown;
        parts.entries.push_back("... " + std::to_string(left) + " more item" + (left > 1 ? "s" : ""));
    }
}

}  // namespace evald::js
