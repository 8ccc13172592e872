#pragma once

#include <duktape.h>

#include <optional>
#include <string>
#include <string_view>

#include "duktape/introspection.h"

namespace evald::js {

/// Looking at objects without running the script's code: no getter, no proxy trap. Everything here throws ScriptError
/// only for want of memory.

/// Own keys of an object as an array on the value stack, which the list must outlive.
class KeyList {
public:
    KeyList(duk_context* ctx, duk_idx_t object, unsigned flags);
    std::size_t size() const { return size_; }
    void push(std::size_t position) const;

private:
    duk_context* ctx_;
    duk_idx_t index_;
    std::size_t size_;
};

struct OwnProperty {
    enum class Kind { absent, value, getter, setter, getter_and_setter };
    Kind kind = Kind::absent;
    bool is_enumerable = false;
};

/// Pops the key; pushes the value (for an accessor its getter, else undefined), also when the property is absent.
OwnProperty push_own_property(duk_context* ctx, duk_idx_t object);
OwnProperty push_own_property(duk_context* ctx, duk_idx_t object, std::string_view name);

/// Pushes the first value of that name on the prototype chain if it is a plain value; undefined for accessors, proxies
/// and absence. (For Error.prototype.name and the like.)
void push_plain_property(duk_context* ctx, duk_idx_t object, std::string_view name);

/// Pushes the prototype, or null.
void push_prototype(duk_context* ctx, duk_idx_t object);

/// The own `name` of a function if it is a plain string; else "".
std::string function_name(duk_context* ctx, duk_idx_t function);

/// Pushes value[key] as scripts would see it, getters and traps included: they may throw anything.
void push_property(duk_context* ctx, duk_idx_t object, std::string_view key);

/// Calls the function at -(argument_count + 2) with the `this` at -(argument_count + 1); leaves the result.
void call_method(duk_context* ctx, duk_idx_t argument_count);

}  // namespace evald::js
