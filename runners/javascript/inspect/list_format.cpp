#include <algorithm>
#include <array>
#include <cmath>

#include "engine/guarded.hpp"
#include "engine/script_text.hpp"
#include "inspect/inspector.hpp"
#include "inspect/object_view.hpp"
#include "protocol/number_text.hpp"

namespace evald::js {

namespace {

std::string more_text(std::size_t count, std::string_view what) {
    return "... " + std::to_string(count) + " more " + std::string(what) + (count > 1 ? "s" : "");
}

std::string hole_text(std::size_t count) {
    return "<" + std::to_string(count) + " empty item" + (count > 1 ? "s>" : ">");
}

void push_index_key(duk_context* ctx, std::size_t position) { push_text(ctx, std::to_string(position)); }

bool has_own_element(duk_context* ctx, duk_idx_t array, std::size_t position) {
    const StackMark mark(ctx);
    push_index_key(ctx, position);
    return push_own_property(ctx, array).kind != OwnProperty::Kind::absent;
}

bool is_number_element(duk_context* ctx, duk_idx_t array, std::size_t position) {
    const StackMark mark(ctx);
    push_index_key(ctx, position);
    push_own_property(ctx, array);
    return duk_is_number(ctx, -1) != 0;
}

}  // namespace

void Inspector::add_elements(const Subject& subject, int level, ObjectParts& parts) {
    if (subject.object_class == EVALD_CLASS_TYPED_ARRAY) {
        add_typed_elements(subject, parts);
        return;
    }
    if (subject.object_class == EVALD_CLASS_ARRAY_BUFFER) {
        add_buffer_bytes(subject, parts);
        return;
    }
    if (subject.object_class == EVALD_CLASS_DATA_VIEW) {
        add_view_properties(subject, level, parts);
        return;
    }
    if (!subject.collection.empty()) {
        add_entries(subject, level, parts);
        return;
    }
    if (subject.object_class != EVALD_CLASS_ARRAY) {
        return;
    }
    const std::size_t length = duk_get_length(ctx_, subject.index);
    const std::size_t shown = std::min(options_.max_array_length, length);
    for (std::size_t i = 0; i < shown; ++i) {
        check_still_wanted();
        if (!has_own_element(ctx_, subject.index, i)) {
            add_sparse_elements(subject, level, i, parts);
            return;
        }
        push_index_key(ctx_, i);
        parts.entries.push_back(format_property(subject.index, level, NameStyle::element));
    }
    if (length > shown) {
        parts.entries.push_back(more_text(length - shown, "item"));
    }
    parts.all_numbers = true;
    for (std::size_t i = 0; i < parts.entries.size() && parts.all_numbers; ++i) {
        parts.all_numbers = is_number_element(ctx_, subject.index, i);
    }
}

void Inspector::add_sparse_elements(const Subject& subject, int level, std::size_t from, ObjectParts& parts) {
    const std::size_t length = duk_get_length(ctx_, subject.index);
    const KeyList keys(ctx_, subject.index, 0);  // indices come first, ascending
    std::size_t next = from;
    for (std::size_t i = 0; i < keys.size() && parts.entries.size() < options_.max_array_length; ++i) {
        const StackMark mark(ctx_);
        keys.push(i);
        const std::string key(string_at(ctx_, -1));
        const bool is_index =
            !key.empty() && key.size() <= 10 && key.find_first_not_of("0123456789") == std::string::npos;
        if (!is_index) {
            break;
        }
        const auto position = static_cast<std::size_t>(std::stoull(key));
        if (position < from) {
            continue;
        }
        if (position != next) {
            parts.entries.push_back(hole_text(position - next));
            next = position;
            if (parts.entries.size() == options_.max_array_length) {
                break;
            }
        }
        parts.entries.push_back(format_property(subject.index, level, NameStyle::element));
        ++next;
    }
    if (length > next) {
        const bool is_full = parts.entries.size() == options_.max_array_length;
        parts.entries.push_back(is_full ? more_text(length - next, "item") : hole_text(length - next));
    }
}

void Inspector::add_typed_elements(const Subject& subject, ObjectParts& parts) {
    const std::size_t length = duk_get_length(ctx_, subject.index);
    const std::size_t shown = std::min(options_.max_array_length, length);
    for (std::size_t i = 0; i < shown; ++i) {
        const StackMark mark(ctx_);
        guarded(ctx_, 0, 1, [&subject, i](duk_context* inner) {
            duk_get_prop_index(inner, subject.index, static_cast<duk_uarridx_t>(i));
        });
        if (duk_is_number(ctx_, -1) == 0) {
            parts.entries.push_back(format_value(-1, 0));  // a BigInt
            continue;
        }
        const double number = duk_get_number(ctx_, -1);
        parts.entries.push_back(number == 0 && std::signbit(number) ? "-0" : number_text(number));
    }
    if (length > shown) {
        parts.entries.push_back(more_text(length - shown, "item"));
    }
}

void Inspector::add_view_properties(const Subject& subject, int level, ObjectParts& parts) {
    for (const char* name : {"byteLength", "byteOffset", "buffer"}) {
        const StackMark mark(ctx_);
        push_property(ctx_, subject.index, name);
        indentation_ += 2;
        parts.entries.push_back(std::string(name) + ": " + format_value(-1, level));
        indentation_ -= 2;
    }
}

void Inspector::add_buffer_bytes(const Subject& subject, ObjectParts& parts) {
    constexpr std::string_view k_digits = "0123456789abcdef";
    duk_size_t size = 0;
    const auto* bytes = static_cast<const unsigned char*>(duk_get_buffer_data(ctx_, subject.index, &size));
    const std::size_t shown = std::min<std::size_t>(bytes == nullptr ? 0 : size, options_.max_array_length);
    std::string text = "[Uint8Contents]: <";
    for (std::size_t i = 0; i < shown; ++i) {
        text += i == 0 ? "" : " ";
        text += k_digits[bytes[i] >> 4U];
        text += k_digits[bytes[i] & 0xFU];
    }
    if (size > shown) {
        text += " " + more_text(size - shown, "byte");
    }
    parts.entries.push_back(text + ">");
    parts.entries.push_back("byteLength: " + std::to_string(size));
}

}  // namespace evald::js
