#include "prelude/helper_arguments.hpp"

#include <cmath>

#include "engine/guarded.hpp"
#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "inspect/object_view.hpp"
#include "protocol/text_encoding.hpp"

namespace evald::js {

HelperArguments::HelperArguments(duk_context* ctx, duk_idx_t required)
    : ctx_(ctx),
      required_(required),
      by_name_(duk_is_object(ctx, required) != 0 && duk_is_array(ctx, required) == 0 &&
               duk_is_function(ctx, required) == 0) {}

std::string HelperArguments::required_text(duk_idx_t index, const char* name) const {
    if (!has_argument(ctx_, index)) {
        throw NativeError::type_error("missing argument: " + std::string(name));
    }
    return to_utf8(coerced_text(ctx_, index));
}

/// Pushes the option; false (and nothing pushed) if it was not given.
bool HelperArguments::push(std::string_view name, duk_idx_t position) const {
    if (by_name_) {
        push_property(ctx_, required_, name);
    } else if (required_ + position < duk_get_top(ctx_)) {
        duk_dup(ctx_, required_ + position);
    } else {
        return false;
    }
    if (has_argument(ctx_, -1)) {
        return true;
    }
    duk_pop(ctx_);
    return false;
}

std::optional<double> HelperArguments::number(std::string_view name, duk_idx_t position) const {
    const StackMark mark(ctx_);
    if (!push(name, position)) {
        return std::nullopt;
    }
    double value = 0;
    guarded(ctx_, 0, 0, [&value](duk_context* inner) {
        duk_dup(inner, -1);
        value = duk_to_number(inner, -1);
        duk_pop(inner);
    });
    if (std::isnan(value)) {
        throw NativeError::type_error(std::string(name) + " must be a number");
    }
    return value;
}

std::optional<std::string> HelperArguments::text(std::string_view name, duk_idx_t position) const {
    const StackMark mark(ctx_);
    if (!push(name, position)) {
        return std::nullopt;
    }
    return to_utf8(coerced_text(ctx_, -1));
}

bool HelperArguments::flag(std::string_view name, duk_idx_t position, bool otherwise) const {
    const StackMark mark(ctx_);
    return push(name, position) ? duk_to_boolean(ctx_, -1) != 0 : otherwise;
}

}  // namespace evald::js
