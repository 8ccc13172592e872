#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace evald {

/// Appends `text` to `out` as the inside of a JSON string (no quotes). `text` must be valid UTF-8.
void append_json_escaped(std::string& out, std::string_view text);

/// Writes compact JSON by appending to a string: what is hot (events, results) goes through here, not through a DOM.
///
/// Commas are placed by the writer; the caller keeps objects and arrays balanced. Strings must be valid UTF-8
/// (everything that user code produced has been made so before). Not thread-safe; holds only a reference to the string.
class JsonWriter {
public:
    explicit JsonWriter(std::string& out) : out_(out) {}

    JsonWriter& begin_object();
    JsonWriter& end_object();
    JsonWriter& begin_array();
    JsonWriter& end_array();
    JsonWriter& key(std::string_view name);
    JsonWriter& string(std::string_view text);
    JsonWriter& number(std::int64_t value);
    JsonWriter& number(std::uint64_t value);
    JsonWriter& number(int value) { return number(std::int64_t{value}); }
    /// Not finite: null. Written shortest such that it reads back the same.
    JsonWriter& number(double value);
    JsonWriter& boolean(bool value);
    JsonWriter& null();
    /// `json` must be one complete JSON value; it is copied as it stands.
    JsonWriter& raw(std::string_view json);

    JsonWriter& member(std::string_view name, std::string_view text) { return key(name).string(text); }
    JsonWriter& member(std::string_view name, const char* text) { return key(name).string(text); }
    JsonWriter& member(std::string_view name, const std::string& text) { return key(name).string(text); }
    JsonWriter& member(std::string_view name, std::int64_t value) { return key(name).number(value); }
    JsonWriter& member(std::string_view name, std::uint64_t value) { return key(name).number(value); }
    JsonWriter& member(std::string_view name, int value) { return key(name).number(value); }
    JsonWriter& member(std::string_view name, bool value) { return key(name).boolean(value); }

private:
    void separate();

    std::string& out_;
    bool needs_comma_ = false;
};

}  // namespace evald
