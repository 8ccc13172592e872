#include "display/bundle.hpp"

#include <array>
#include <optional>

#include "display/base64.hpp"
#include "display/json_value.hpp"
#include "duktape/introspection.h"
#include "engine/guarded.hpp"
#include "engine/script_text.hpp"
#include "inspect/inspector.hpp"
#include "inspect/object_view.hpp"
#include "inspect/script_collections.hpp"

namespace evald::js {

namespace {

struct NamedType {
    std::string_view name;
    std::string_view mime_type;
};
constexpr std::array<NamedType, 6> k_text_types{{{"markdown", "text/markdown"},
                                                 {"html", "text/html"},
                                                 {"svg", "image/svg+xml"},
                                                 {"latex", "text/latex"},
                                                 {"text", "text/plain"},
                                                 {"plain", "text/plain"}}};

bool has_json_form(duk_context* ctx, duk_idx_t index) {
    const int object_class = evald_class_of(ctx, index);
    if (is_regexp(ctx, index) || !big_integer_digits(ctx, index).empty() || !collection_kind(ctx, index).empty()) {
        return false;
    }
    const StackMark mark(ctx);
    push_promise_state(ctx, index);
    if (duk_is_object(ctx, -1) != 0) {
        return false;
    }
    return object_class == EVALD_CLASS_OBJECT || object_class == EVALD_CLASS_ARRAY ||
           object_class == EVALD_CLASS_ARGUMENTS || object_class == EVALD_CLASS_PROXY;
}

/// The payload of a display object, under the names that people use for it.
bool push_payload(duk_context* ctx, duk_idx_t index) {
    for (const char* key : {"data", "value", "content", "text"}) {
        push_plain_property(ctx, index, key);
        if (duk_is_undefined(ctx, -1) == 0) {
            return true;
        }
        duk_pop(ctx);
    }
    return false;
}

/// "data:image/png;base64,AAAA" says its type itself.
std::string_view take_data_url(std::string_view text, std::string& mime_type) {
    constexpr std::string_view k_scheme = "data:";
    constexpr std::string_view k_encoding = ";base64,";
    const std::size_t encoding = text.find(k_encoding);
    if (text.substr(0, k_scheme.size()) != k_scheme || encoding == std::string_view::npos) {
        return text;
    }
    mime_type = text.substr(k_scheme.size(), encoding - k_scheme.size());
    return text.substr(encoding + k_encoding.size());
}

std::optional<MimeBundle> image_bundle(duk_context* ctx, duk_idx_t index) {
    const StackMark mark(ctx);
    push_plain_property(ctx, index, "mimeType");
    std::string mime_type(string_at(ctx, -1));
    if (!push_payload(ctx, index)) {
        return std::nullopt;
    }
    std::string data;
    duk_size_t size = 0;
    if (is_string(ctx, -1)) {
        data = take_data_url(string_at(ctx, -1), mime_type);
    } else if (const void* bytes = duk_get_buffer_data(ctx, -1, &size); bytes != nullptr) {
        data = base64({static_cast<const char*>(bytes), size});
    } else {
        return std::nullopt;
    }
    MimeBundle bundle;
    bundle.add_text(mime_type.empty() ? "image/png" : mime_type, data);
    return bundle;
}

std::optional<MimeBundle> typed_bundle(duk_context* ctx, duk_idx_t index) {
    const StackMark mark(ctx);
    push_plain_property(ctx, index, "type");
    const std::string type(string_at(ctx, -1));
    if (type == "image") {
        return image_bundle(ctx, index);
    }
    MimeBundle bundle;
    if (type == "json" && push_payload(ctx, index)) {
        bundle.add_json("application/json", JsonValueWriter(ctx).write(-1));
        bundle.add_text("text/plain", Inspector(ctx, {}).inspect(-1));
        return bundle;
    }
    for (const NamedType& known : k_text_types) {
        if (type == known.name && push_payload(ctx, index) && is_string(ctx, -1)) {
            bundle.add_text(known.mime_type, string_at(ctx, -1));
            return bundle;
        }
    }
    return std::nullopt;
}

}  // namespace

MimeBundle bundle_of_value(duk_context* ctx, duk_idx_t index) {
    MimeBundle bundle;
    index = duk_normalize_index(ctx, index);
    if (is_string(ctx, index)) {
        bundle.add_text("text/plain", string_at(ctx, index));
        return bundle;
    }
    if (has_json_form(ctx, index)) {
        bundle.add_json("application/json", JsonValueWriter(ctx).write(index));
    }
    bundle.add_text("text/plain", Inspector(ctx, {}).inspect(index));
    return bundle;
}

MimeBundle bundle_for_display(duk_context* ctx, duk_idx_t index) {
    index = duk_normalize_index(ctx, index);
    if (evald_class_of(ctx, index) == EVALD_CLASS_OBJECT) {
        if (auto bundle = typed_bundle(ctx, index)) {
            return std::move(*bundle);
        }
    }
    return bundle_of_value(ctx, index);
}

}  // namespace evald::js
