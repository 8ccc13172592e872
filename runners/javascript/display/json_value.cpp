#include "display/json_value.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "duktape/introspection.h"
#include "engine/engine.hpp"
#include "engine/guarded.hpp"
#include "engine/intrinsics.hpp"
#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "inspect/inspector.hpp"
#include "inspect/iso_date.hpp"
#include "inspect/object_view.hpp"
#include "inspect/script_collections.hpp"
#include "protocol/json_text.hpp"
#include "protocol/text_encoding.hpp"

namespace evald::js {

namespace {

/// With the frame and bundle around it this stays below the depth that strict JSON readers accept (64).
constexpr int k_max_depth = 60;
/// A bundle value may be 15 MiB; what is longer is replaced as a whole, so it need not be finished.
constexpr std::size_t k_enough = 16 << 20;

}  // namespace

JsonValueWriter::JsonValueWriter(duk_context* ctx) : ctx_(ctx), engine_(engine_of(ctx)) {}

std::string JsonValueWriter::write(duk_idx_t index) {
    out_.clear();
    append(duk_normalize_index(ctx_, index), 0);
    return std::move(out_);
}

void JsonValueWriter::append(duk_idx_t index, int level) {
    constexpr duk_idx_t k_slots_a_level = 16;
    if (duk_check_stack(ctx_, k_slots_a_level) == 0) {
        throw NativeError::range_error("value stack limit");
    }
    switch (duk_get_type(ctx_, index)) {
        case DUK_TYPE_BOOLEAN: out_ += duk_get_boolean(ctx_, index) != 0 ? "true" : "false"; return;
        case DUK_TYPE_NUMBER: append_json_number(out_, duk_get_number(ctx_, index)); return;
        case DUK_TYPE_STRING:
            append_json_string(out_,
                               duk_is_symbol(ctx_, index) != 0 ? symbol_text(ctx_, index) : string_at(ctx_, index));
            return;
        case DUK_TYPE_OBJECT: append_object(index, level); return;
        case DUK_TYPE_BUFFER:
        case DUK_TYPE_LIGHTFUNC: append_inspected(index); return;
        default: out_ += "null";
    }
}

void JsonValueWriter::append_object(duk_idx_t index, int level) {
    if (engine_.stop_requested()) {
        throw Interrupted();
    }
    void* object = duk_get_heapptr(ctx_, index);
    if (std::find(around_.begin(), around_.end(), object) != around_.end()) {
        append_json_string(out_, "[Circular]");
        return;
    }
    if (level >= k_max_depth) {
        append_json_string(out_, duk_is_array(ctx_, index) != 0 ? "[Array]" : "[Object]");
        return;
    }
    around_.push_back(object);
    if (!append_special(index, level) && !append_own_json(index, level)) {
        if (duk_is_array(ctx_, index) != 0) {
            append_array(index, level);
        } else {
            append_members(index, level);
        }
    }
    around_.pop_back();
}

bool JsonValueWriter::append_special(duk_idx_t index, int level) {
    const StackMark mark(ctx_);
    push_promise_state(ctx_, index);
    if (duk_is_object(ctx_, -1) != 0 || is_regexp(ctx_, index) || !big_integer_digits(ctx_, index).empty() ||
        !collection_kind(ctx_, index).empty()) {
        append_inspected(index);
        return true;
    }
    switch (evald_class_of(ctx_, index)) {
        case EVALD_CLASS_DATE: {
            guarded(ctx_, 0, 1, [index](duk_context* inner) { evald_push_internal_value(inner, index); });
            const double time = duk_get_number_default(ctx_, -1, NAN);
            std::isnan(time) ? void(out_ += "null") : append_json_string(out_, iso_date_text(ctx_, time));
            return true;
        }
        case EVALD_CLASS_NUMBER:
        case EVALD_CLASS_STRING:
        case EVALD_CLASS_BOOLEAN:
            guarded(ctx_, 0, 1, [index](duk_context* inner) { evald_push_internal_value(inner, index); });
            append(duk_get_top_index(ctx_), level);
            return true;
        case EVALD_CLASS_FUNCTION:
        case EVALD_CLASS_SYMBOL:
        case EVALD_CLASS_ERROR:
        case EVALD_CLASS_REGEXP:
        case EVALD_CLASS_THREAD:
        case EVALD_CLASS_ARRAY_BUFFER:
        case EVALD_CLASS_DATA_VIEW: append_inspected(index); return true;
        default: return false;
    }
}

/// A toJSON that the value or its class has; one that a script put on a built-in prototype does not count.
bool JsonValueWriter::push_to_json(duk_idx_t index) {
    constexpr int k_longest_chain = 1000;
    duk_dup(ctx_, index);
    for (int i = 0; i < k_longest_chain && duk_is_object(ctx_, -1) != 0; ++i) {
        if (is_intrinsic(ctx_, -1, Intrinsic::object_prototype) || is_intrinsic(ctx_, -1, Intrinsic::array_prototype)) {
            break;
        }
        const OwnProperty found = push_own_property(ctx_, -1, "toJSON");
        if (found.kind == OwnProperty::Kind::value) {
            return duk_is_function(ctx_, -1) != 0;
        }
        duk_pop(ctx_);
        push_prototype(ctx_, -1);
        duk_remove(ctx_, -2);
    }
    return false;
}

bool JsonValueWriter::append_own_json(duk_idx_t index, int level) {
    const StackMark mark(ctx_);
    if (!push_to_json(index)) {
        return false;
    }
    duk_dup(ctx_, index);
    try {
        call_method(ctx_, 0);
    } catch (const ScriptError&) {
        take_thrown_value(ctx_);
        return false;  // shown by its members then
    }
    if (duk_get_heapptr(ctx_, -1) == duk_get_heapptr(ctx_, index)) {
        return false;
    }
    append(duk_get_top_index(ctx_), level + 1);
    return true;
}

void JsonValueWriter::append_array(duk_idx_t index, int level) {
    const std::size_t length = duk_get_length(ctx_, index);
    out_ += '[';
    for (std::size_t i = 0; i < length && out_.size() < k_enough; ++i) {
        const StackMark mark(ctx_);
        if (i > 0) {
            out_ += ',';
        }
        guarded(ctx_, 0, 1, [i](duk_context* inner) { duk_push_number(inner, static_cast<double>(i)); });
        push_member(index);
        append(duk_get_top_index(ctx_), level + 1);
    }
    out_ += ']';
}

void JsonValueWriter::append_members(duk_idx_t index, int level) {
    const StackMark mark(ctx_);
    duk_idx_t object = index;
    while (evald_class_of(ctx_, object) == EVALD_CLASS_PROXY) {
        guarded(ctx_, 0, 1, [object](duk_context* inner) { evald_push_proxy_target(inner, object); });
        object = duk_get_top_index(ctx_);
    }
    if (duk_is_array(ctx_, object) != 0) {
        append_array(object, level);
        return;
    }
    const KeyList keys(ctx_, object, 0);
    std::unordered_set<std::string> names;  // two names may become one when lone surrogates are replaced
    out_ += '{';
    bool is_first = true;
    for (std::size_t i = 0; i < keys.size() && out_.size() < k_enough; ++i) {
        const StackMark member_mark(ctx_);
        keys.push(i);
        if (duk_is_symbol(ctx_, -1) != 0) {
            continue;
        }
        std::string name = to_utf8(string_at(ctx_, -1));
        push_member(object);
        if (duk_is_undefined(ctx_, -1) != 0 || !names.insert(name).second) {
            continue;
        }
        out_ += is_first ? "" : ",";
        is_first = false;
        append_json_string(out_, name);
        out_ += ':';
        append(duk_get_top_index(ctx_), level + 1);
    }
    out_ += '}';
}

/// Pops a key; pushes the member's value, or why there is none.
void JsonValueWriter::push_member(duk_idx_t object) {
    const OwnProperty found = push_own_property(ctx_, object);
    if (found.kind != OwnProperty::Kind::getter && found.kind != OwnProperty::Kind::getter_and_setter) {
        return;
    }
    duk_dup(ctx_, object);
    try {
        call_method(ctx_, 0);
    } catch (const ScriptError&) {
        take_thrown_value(ctx_);
        duk_pop(ctx_);
        if (engine_.stop_requested()) {
            throw Interrupted();
        }
        push_text(ctx_, "[Getter]");
    }
}

void JsonValueWriter::append_inspected(duk_idx_t index) {
    InspectOptions options;
    options.depth = 0;
    options.custom_inspect = false;
    append_json_string(out_, Inspector(ctx_, options).inspect(index));
}

}  // namespace evald::js
