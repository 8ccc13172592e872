#pragma once

#include <duktape.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "inspect/inspect_options.hpp"
#include "inspect/layout.hpp"

namespace evald::js {

class KeyList;
class Engine;

/// Shows one value as Node's util.inspect does. Made for one call: holds what is being shown, for circular references.
/// Runs no code of the script but `[nodejs.util.inspect.custom]`, toStringTag and error getters. Throws ScriptError
/// from those, and Interrupted when the host wants the cell to end. Text in and out is script text.
class Inspector {
public:
    Inspector(duk_context* ctx, const InspectOptions& options);

    std::string inspect(duk_idx_t index) { return format_value(index, 0); }

private:
    /// What is known of the object that is being formatted, gathered once.
    struct Subject {
        duk_idx_t index;  ///< absolute
        int object_class;
        std::optional<std::string> constructor;  ///< nothing: null prototype
        std::string tag;                         ///< Symbol.toStringTag, if it says something new
        std::string collection;                  ///< "Map", "Set", "Promise" and so on: made by the library
    };

    std::string format_value(duk_idx_t index, int level);
    std::string format_object(duk_idx_t index, int level);
    std::optional<std::string> format_custom(duk_idx_t target, duk_idx_t original, int level);
    std::optional<std::string> format_circular(duk_idx_t index);
    std::string format_proxy(duk_idx_t index, int level);
    void push_custom_options(int level);

    // Names (class_name.cpp)
    std::optional<std::string> constructor_name(duk_idx_t index, int level);
    std::string string_tag(duk_idx_t index);
    static std::string prefix(const Subject& subject, std::string_view fallback, std::string_view size = {});

    /// The object's own parts, without entries. `key_count` tells whether a short form will do: then base is all there is
    /// to say, and the braces stay empty.
    ObjectParts parts_of(const Subject& subject, std::size_t key_count);
    ObjectParts braced(const Subject& subject, std::size_t key_count);
    ObjectParts collection_parts(const Subject& subject, std::size_t key_count);
    ObjectParts list_parts(const Subject& subject, std::size_t key_count);
    std::string function_base(const Subject& subject);  // base_format.cpp
    std::string class_base(const Subject& subject, const std::string& name);
    std::string boxed_base(const Subject& subject);
    std::string regexp_base(const Subject& subject);
    std::string date_base(const Subject& subject);

    struct ErrorParts {
        std::string base;
        std::vector<std::string> hidden_keys;  ///< said by the stack already
        std::vector<std::string> more_keys;    ///< worth showing though not enumerable
    };
    ErrorParts error_parts(const Subject& subject);  // error_format.cpp
    std::string stack_without_cause_lines(duk_idx_t error, std::string stack);

    void add_elements(const Subject& subject, int level, ObjectParts& parts);  // list_format.cpp
    void add_sparse_elements(const Subject& subject, int level, std::size_t from, ObjectParts& parts);
    void add_typed_elements(const Subject& subject, ObjectParts& parts);
    void add_entries(const Subject& subject, int level, ObjectParts& parts);  // collection_format.cpp
    void add_promise_state(const Subject& subject, int level, ObjectParts& parts);
    std::string kind_of_collection(duk_idx_t index);
    void add_buffer_bytes(const Subject& subject, ObjectParts& parts);
    void add_view_properties(const Subject& subject, int level, ObjectParts& parts);
    void add_rest_of_iteration(const Subject& subject, int level, ObjectParts& parts);  // collection_format.cpp
    void add_properties(const Subject& subject, const KeyList& keys, int level, const ErrorParts& error,
                        ObjectParts& parts);

    enum class NameStyle { named, element };
    /// Pops the key at the top of the stack.
    std::string format_property(duk_idx_t object, int level, NameStyle style);
    std::string format_accessor(duk_idx_t object, bool has_setter, int level);
    std::string format_text(duk_idx_t index) const;
    void check_still_wanted() const;

    duk_context* ctx_;
    Engine& engine_;
    InspectOptions options_;
    std::size_t indentation_ = 0;
    int deepest_ = 0;              ///< the innermost level of what was formatted last
    std::vector<void*> seen_;      ///< the objects around the present one
    std::vector<void*> circular_;  ///< those that were met again; position + 1 is their number
    std::size_t length_so_far_ = 0;
};

}  // namespace evald::js
