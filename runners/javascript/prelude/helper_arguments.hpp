#pragma once

#include <duktape.h>

#include <optional>
#include <string>
#include <string_view>

namespace evald::js {

/// The options of a helper: after `required` arguments either one object with names, or the same in order. All texts
/// are UTF-8. Throws ScriptError from the script's own conversions, NativeError for what is no number.
class HelperArguments {
public:
    HelperArguments(duk_context* ctx, duk_idx_t required);

    std::string required_text(duk_idx_t index, const char* name) const;
    std::optional<double> number(std::string_view name, duk_idx_t position) const;
    std::optional<std::string> text(std::string_view name, duk_idx_t position) const;
    bool flag(std::string_view name, duk_idx_t position, bool otherwise) const;

private:
    bool push(std::string_view name, duk_idx_t position) const;

    duk_context* ctx_;
    duk_idx_t required_;
    bool by_name_;
};

}  // namespace evald::js
