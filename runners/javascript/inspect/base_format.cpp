#include <algorithm>
#include <array>
#include <cmath>

#include "engine/guarded.hpp"
#include "engine/script_text.hpp"
#include "inspect/inspector.hpp"
#include "inspect/iso_date.hpp"
#include "inspect/object_view.hpp"
#include "inspect/script_collections.hpp"

namespace evald::js {

std::string Inspector::function_base(const Subject& subject) {
    const std::string name = function_name(ctx_, subject.index);
    if (is_class(ctx_, subject.index)) {
        return class_base(subject, name);
    }
    static constexpr std::array<std::string_view, 3> k_kinds = {"AsyncFunction", "GeneratorFunction",
                                                                "AsyncGeneratorFunction"};
    const bool is_special = std::find(k_kinds.begin(), k_kinds.end(), subject.tag) != k_kinds.end();
    const std::string type = is_special ? subject.tag : "Function";
    std::string base = "[" + type;
    base += subject.constructor ? "" : " (null prototype)";
    base += name.empty() ? " (anonymous)" : ": " + name;
    base += ']';
    if (subject.constructor && *subject.constructor != type && *subject.constructor != "Function") {
        base += ' ' + *subject.constructor;
    }
    if (!subject.tag.empty() && subject.constructor != subject.tag && !is_special) {
        base += " [" + subject.tag + "]";
    }
    return base;
}

std::string Inspector::class_base(const Subject& subject, const std::string& name) {
    std::string base = "[class " + (name.empty() ? "(anonymous)" : name);
    if (subject.constructor && *subject.constructor != "Function") {
        base += " [" + *subject.constructor + "]";
    }
    const StackMark mark(ctx_);
    push_prototype(ctx_, subject.index);
    const std::string parent = duk_is_object(ctx_, -1) != 0 ? function_name(ctx_, -1) : "";
    return base + (parent.empty() ? "]" : " extends " + parent + "]");
}

std::string Inspector::boxed_base(const Subject& subject) {
    std::string type = "Symbol";
    switch (subject.object_class) {
        case EVALD_CLASS_NUMBER: type = "Number"; break;
        case EVALD_CLASS_STRING: type = "String"; break;
        case EVALD_CLASS_BOOLEAN: type = "Boolean"; break;
        default: break;
    }
    std::string base = "[" + type;
    if (!subject.constructor) {
        base += " (null prototype)";
    } else if (*subject.constructor != type) {
        base += " (" + *subject.constructor + ")";
    }
    const StackMark mark(ctx_);
    guarded(ctx_, 0, 1, [&subject](duk_context* inner) { evald_push_internal_value(inner, subject.index); });
    base += ": " + format_value(-1, 0) + "]";
    if (!subject.tag.empty() && subject.constructor != subject.tag) {
        base += " [" + subject.tag + "]";
    }
    return base;
}

std::string Inspector::regexp_base(const Subject& subject) {
    const StackMark mark(ctx_);
    push_property(ctx_, subject.index, "source");
    push_property(ctx_, subject.index, "flags");
    std::string base = "/" + std::string(string_at(ctx_, -2)) + "/" + std::string(string_at(ctx_, -1));
    const std::string class_prefix = prefix(subject, "RegExp");
    return class_prefix == "RegExp " ? base : class_prefix + base;
}

std::string Inspector::date_base(const Subject& subject) {
    const StackMark mark(ctx_);
    guarded(ctx_, 0, 1, [&subject](duk_context* inner) { evald_push_internal_value(inner, subject.index); });
    const double time = duk_get_number_default(ctx_, -1, NAN);
    const std::string class_prefix = prefix(subject, "Date");
    return (class_prefix == "Date " ? "" : class_prefix) + iso_date_text(ctx_, time);
}

ObjectParts Inspector::list_parts(const Subject& subject, std::size_t key_count) {
    const bool is_array = subject.object_class == EVALD_CLASS_ARRAY;
    const std::string type = is_array ? "Array" : evald_typed_array_name(ctx_, subject.index);
    const std::size_t length = duk_get_length(ctx_, subject.index);
    ObjectParts parts{{}, "[", "]", {}, true, !is_array};
    if (!is_array || subject.constructor != "Array" || !subject.tag.empty()) {
        parts.open = prefix(subject, type, "(" + std::to_string(length) + ")") + "[";
    }
    if (length == 0 && key_count == 0) {
        return {parts.open + "]", {}, {}, {}, false, false};
    }
    return parts;
}

ObjectParts Inspector::braced(const Subject& subject, std::size_t key_count) {
    ObjectParts parts{{}, "{", "}", {}, false, false};
    if (subject.constructor != "Object") {
        parts.open = prefix(subject, subject.constructor ? "" : "Object") + "{";
    } else if (subject.object_class == EVALD_CLASS_ARGUMENTS) {
        parts.open = "[Arguments] {";
    } else if (!subject.tag.empty()) {
        parts.open = prefix(subject, "Object") + "{";
    }
    if (key_count == 0) {
        return {parts.open + "}", {}, {}, {}, false, false};
    }
    return parts;
}

ObjectParts Inspector::parts_of(const Subject& subject, std::size_t key_count) {
    const std::string open = key_count == 0 ? "" : "{";
    if (!subject.collection.empty()) {
        return collection_parts(subject, key_count);
    }
    switch (subject.object_class) {
        case EVALD_CLASS_ARRAY:
        case EVALD_CLASS_TYPED_ARRAY: return list_parts(subject, key_count);
        case EVALD_CLASS_FUNCTION: return {function_base(subject), open, "}", {}, false, false};
        case EVALD_CLASS_REGEXP: return {regexp_base(subject), open, "}", {}, false, false};
        case EVALD_CLASS_DATE: return {date_base(subject), open, "}", {}, false, false};
        case EVALD_CLASS_NUMBER:
        case EVALD_CLASS_STRING:
        case EVALD_CLASS_BOOLEAN:
        case EVALD_CLASS_SYMBOL: return {boxed_base(subject), open, "}", {}, false, false};
        case EVALD_CLASS_ARRAY_BUFFER: return {{}, prefix(subject, "ArrayBuffer") + "{", "}", {}, false, false};
        case EVALD_CLASS_DATA_VIEW: return {{}, prefix(subject, "DataView") + "{", "}", {}, false, false};
        default: return braced(subject, key_count);
    }
}

}  // namespace evald::js
