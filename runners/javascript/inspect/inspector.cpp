#include "inspect/inspector.hpp"

#include <algorithm>

#include "engine/engine.hpp"
#include "engine/guarded.hpp"
#include "engine/native_function.hpp"
#include "engine/native_stack.hpp"
#include "engine/script_text.hpp"
#include "inspect/inspect_function.hpp"
#include "inspect/object_view.hpp"
#include "inspect/quote.hpp"
#include "inspect/script_collections.hpp"
#include "protocol/number_text.hpp"

namespace evald::js {

namespace {

constexpr std::string_view k_custom_symbol = "\x80nodejs.util.inspect.custom";
/// Past this much text the rest is shown at the least depth: nobody reads it, and the cell should go on.
constexpr std::size_t k_enough_text = 32 << 20;

std::string indented(std::string_view text, std::size_t columns) {
    std::string out;
    for (const char c : text) {
        out += c;
        if (c == '\n') {
            out.append(columns, ' ');
        }
    }
    return out;
}

unsigned key_flags(int object_class, bool show_hidden) {
    const bool has_elements = object_class == EVALD_CLASS_ARRAY || object_class == EVALD_CLASS_TYPED_ARRAY ||
                              object_class == EVALD_CLASS_STRING;
    return (show_hidden ? EVALD_KEYS_NONENUMERABLE : 0U) | (has_elements ? EVALD_KEYS_SKIP_INDICES : 0U);
}

}  // namespace

Inspector::Inspector(duk_context* ctx, const InspectOptions& options)
    : ctx_(ctx), engine_(engine_of(ctx)), options_(options) {}

void Inspector::check_still_wanted() const {
    if (engine_.stop_requested()) {
        throw Interrupted();
    }
}

std::string Inspector::format_value(duk_idx_t index, int level) {
    constexpr duk_idx_t k_slots_a_level = 32;
    if (duk_check_stack(ctx_, k_slots_a_level) == 0) {
        throw NativeError::range_error("value stack limit");
    }
    index = duk_normalize_index(ctx_, index);
    switch (duk_get_type(ctx_, index)) {
        case DUK_TYPE_NULL: return "null";
        case DUK_TYPE_BOOLEAN: return duk_get_boolean(ctx_, index) != 0 ? "true" : "false";
        case DUK_TYPE_NUMBER: {
            const double number = duk_get_number(ctx_, index);
            return number == 0 && std::signbit(number) ? "-0" : number_text(number);
        }
        case DUK_TYPE_STRING: return duk_is_symbol(ctx_, index) ? symbol_text(ctx_, index) : format_text(index);
        case DUK_TYPE_OBJECT:
        case DUK_TYPE_BUFFER:
        case DUK_TYPE_LIGHTFUNC: break;
        default: return "undefined";
    }
    const StackMark mark(ctx_);
    guarded(ctx_, 0, 1, [index](duk_context* inner) {
        duk_dup(inner, index);
        duk_to_object(inner, -1);  // the engine's light functions and plain buffers get the form that has properties
    });
    duk_idx_t target = duk_get_top_index(ctx_);
    const duk_idx_t original = target;
    if (options_.show_proxy && evald_class_of(ctx_, target) == EVALD_CLASS_PROXY) {
        return format_proxy(target, level);
    }
    while (evald_class_of(ctx_, target) == EVALD_CLASS_PROXY) {
        guarded(ctx_, 0, 1, [target](duk_context* inner) { evald_push_proxy_target(inner, target); });
        target = duk_get_top_index(ctx_);
    }
    if (const std::string digits = big_integer_digits(ctx_, target); !digits.empty()) {
        return digits + "n";
    }
    if (auto custom = format_custom(target, original, level)) {
        return *custom;
    }
    if (auto reference = format_circular(target)) {
        return *reference;
    }
    return format_object(target, level);
}

std::string Inspector::format_text(duk_idx_t index) const {
    std::string_view text = string_at(ctx_, index);
    constexpr std::size_t k_always_one_line = 16;
    std::string trailer;
    const std::size_t length = duk_get_length(ctx_, index);
    if (length > options_.max_string_length) {
        const std::size_t remaining = length - options_.max_string_length;
        trailer = "... " + std::to_string(remaining) + " more character" + (remaining > 1 ? "s" : "");
        guarded(ctx_, 0, 1, [this, index](duk_context* inner) {
            duk_dup(inner, index);
            duk_substring(inner, -1, 0, options_.max_string_length);
        });
        text = string_at(ctx_, -1);
    }
    std::string out;
    const std::size_t shown = std::min(length, options_.max_string_length);
    if (options_.compact != 0 && shown > k_always_one_line && shown + indentation_ + 4 > options_.break_length) {
        // Long texts with line ends: one literal a line.
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t line_end = text.find('\n', begin);
            const std::size_t end = line_end == std::string_view::npos ? text.size() : line_end + 1;
            out += begin == 0 ? "" : " +\n" + std::string(indentation_ + 2, ' ');
            out += quoted(text.substr(begin, end - begin));
            begin = end;
        }
    } else {
        out = quoted(text);
    }
    if (!trailer.empty()) {
        duk_pop(ctx_);
    }
    return out + trailer;
}

std::optional<std::string> Inspector::format_custom(duk_idx_t target, duk_idx_t original, int level) {
    if (!options_.custom_inspect) {
        return std::nullopt;
    }
    push_property(ctx_, target, k_custom_symbol);
    if (duk_is_function(ctx_, -1) == 0 || is_inspect_function(ctx_, -1)) {
        duk_pop(ctx_);
        return std::nullopt;
    }
    duk_dup(ctx_, original);
    if (options_.depth >= InspectOptions::k_unlimited_depth) {
        duk_push_null(ctx_);
    } else {
        duk_push_int(ctx_, options_.depth - level);
    }
    push_inspect_options(ctx_, options_, options_.depth - level);
    push_inspect_function(ctx_);
    call_method(ctx_, 3);
    if (is_string(ctx_, -1)) {
        return indented(string_at(ctx_, -1), indentation_);
    }
    if (duk_strict_equals(ctx_, -1, original) != 0) {
        return std::nullopt;  // it answered itself: shown as any object
    }
    return format_value(-1, level);
}

std::optional<std::string> Inspector::format_circular(duk_idx_t index) {
    void* object = duk_get_heapptr(ctx_, index);
    if (std::find(seen_.begin(), seen_.end(), object) == seen_.end()) {
        return std::nullopt;
    }
    auto found = std::find(circular_.begin(), circular_.end(), object);
    if (found == circular_.end()) {
        found = circular_.insert(circular_.end(), object);
    }
    return "[Circular *" + std::to_string(found - circular_.begin() + 1) + "]";
}

std::string Inspector::format_proxy(duk_idx_t index, int level) {
    if (level > options_.depth) {
        return "Proxy [Array]";
    }
    guarded(ctx_, 0, 1, [index](duk_context* inner) { evald_push_proxy_target(inner, index); });
    indentation_ += 2;
    ObjectParts parts{{}, "Proxy [", "]", {format_value(-1, level + 1)}, true, false};
    indentation_ -= 2;
    return lay_out(std::move(parts), {indentation_, deepest_ - level - 1}, options_);
}

std::string Inspector::format_object(duk_idx_t index, int level) {
    check_still_wanted();
    Subject subject{index, evald_class_of(ctx_, index), constructor_name(index, level), string_tag(index),
                    kind_of_collection(index)};
    if (subject.object_class == EVALD_CLASS_OBJECT && is_regexp(ctx_, index)) {
        subject.object_class = EVALD_CLASS_REGEXP;
    }
    constexpr std::size_t k_for_one_level = 128 << 10;
    constexpr int k_deepest = 1000;  // every level indents and copies what is inside it
    if (level > k_deepest || NativeStack::is_low(k_for_one_level)) {
        return "[" + subject.constructor.value_or("Object") +
               ": Inspection interrupted prematurely. Maximum call stack size exceeded.]";
    }
    const KeyList keys(ctx_, index, key_flags(subject.object_class, options_.show_hidden));
    ErrorParts error;
    ObjectParts parts;
    std::size_t key_count = keys.size();
    if (subject.object_class == EVALD_CLASS_ERROR) {
        error = error_parts(subject);
        key_count = std::max(keys.size() + error.more_keys.size(), error.hidden_keys.size()) - error.hidden_keys.size();
        parts = {error.base, key_count == 0 ? "" : "{", "}", {}, false, false};
    } else {
        parts = parts_of(subject, key_count);
    }
    if (parts.open.empty()) {
        return parts.base;
    }
    if (level > options_.depth) {
        std::string name = prefix(subject, subject.constructor ? "" : "Object");
        name.pop_back();
        return subject.constructor ? "[" + name + "]" : name;
    }
    seen_.push_back(duk_get_heapptr(ctx_, index));
    deepest_ = level + 1;
    add_elements(subject, level + 1, parts);
    add_properties(subject, keys, level + 1, error, parts);
    seen_.pop_back();
    const auto reference = std::find(circular_.begin(), circular_.end(), duk_get_heapptr(ctx_, index));
    if (reference != circular_.end()) {
        const std::string mark = "<ref *" + std::to_string(reference - circular_.begin() + 1) + ">";
        parts.base = parts.base.empty() ? mark : mark + ' ' + parts.base;
    }
    if (options_.sorted && !parts.is_list) {
        std::sort(parts.entries.begin(), parts.entries.end());
    }
    std::string text = lay_out(std::move(parts), {indentation_, deepest_ - level - 1}, options_);
    length_so_far_ += text.size();
    if (length_so_far_ > k_enough_text) {
        options_.depth = -1;
    }
    return text;
}

void Inspector::add_properties(const Subject& subject, const KeyList& keys, int level, const ErrorParts& error,
                               ObjectParts& parts) {
    for (std::size_t i = 0; i < keys.size(); ++i) {
        check_still_wanted();
        keys.push(i);
        const std::string_view name = string_at(ctx_, -1);
        if (std::find(error.hidden_keys.begin(), error.hidden_keys.end(), name) != error.hidden_keys.end()) {
            duk_pop(ctx_);
            continue;
        }
        parts.entries.push_back(format_property(subject.index, level, NameStyle::named));
    }
    for (const std::string& name : error.more_keys) {
        push_text(ctx_, name);
        parts.entries.push_back(format_property(subject.index, level, NameStyle::named));
    }
}

std::string Inspector::format_property(duk_idx_t object, int level, NameStyle style) {
    const duk_idx_t key = duk_get_top_index(ctx_);
    const bool is_symbol = duk_is_symbol(ctx_, key) != 0;
    std::string name;
    if (style == NameStyle::named) {
        name = is_symbol ? "[" + escaped(symbol_text(ctx_, key)) + "]" : std::string(string_at(ctx_, key));
    }
    const OwnProperty found = push_own_property(ctx_, object);  // pops the key
    std::string text;
    switch (found.kind) {
        case OwnProperty::Kind::getter: text = format_accessor(object, false, level); break;
        case OwnProperty::Kind::getter_and_setter: text = format_accessor(object, true, level); break;
        case OwnProperty::Kind::setter: text = "[Setter]"; break;
        default:
            indentation_ += 2;
            text = format_value(-1, level);
            indentation_ -= 2;
    }
    duk_pop(ctx_);
    if (style == NameStyle::element) {
        return text;
    }
    if (!is_symbol) {
        const bool is_hidden = found.kind != OwnProperty::Kind::absent && !found.is_enumerable;
        name = is_hidden && name != "__proto__" ? "[" + escaped(name) + "]" : property_name(name);
    }
    return name + ": " + text;
}

std::string Inspector::format_accessor(duk_idx_t object, bool has_setter, int level) {
    const std::string label = has_setter ? "Getter/Setter" : "Getter";
    if (!options_.getters) {
        return "[" + label + "]";
    }
    const StackMark mark(ctx_);
    duk_dup(ctx_, -1);
    duk_dup(ctx_, object);
    try {
        call_method(ctx_, 0);
    } catch (const ScriptError&) {
        take_thrown_value(ctx_);
        check_still_wanted();
        return "[" + label + ": <Inspection threw>]";
    }
    indentation_ += 2;
    const std::string text = format_value(-1, level);
    indentation_ -= 2;
    return duk_is_object(ctx_, -1) != 0 ? "[" + label + "] " + text : "[" + label + ": " + text + "]";
}

}  // namespace evald::js
