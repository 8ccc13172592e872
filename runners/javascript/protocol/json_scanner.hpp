#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace evald::js {

/// Walks the members of one JSON object without building anything: enough to read requests. Nested values are found
/// by their brackets only; whoever uses one parses it (and may find it faulty).
class JsonObjectScanner {
public:
    explicit JsonObjectScanner(std::string_view text) : text_(text) {}

    /// Moves to the next member; false at the end of the object or at a fault.
    bool next();

    /// After next() said false: was it one well-formed object with nothing after it?
    bool finished_cleanly() const { return finished_; }

    const std::string& key() const { return key_; }
    /// The present member's value as it stands in the text.
    std::string_view raw() const { return raw_; }

    std::optional<std::string> string_value() const;
    std::optional<bool> bool_value() const;
    std::optional<double> number_value() const;

private:
    void skip_space();
    bool take(char expected);
    bool skip_string();
    bool skip_value();

    std::string_view text_;
    std::size_t position_ = 0;
    bool started_ = false;
    bool finished_ = false;
    std::string key_;
    std::string_view raw_;
};

/// The characters of a JSON string literal (with its quotes) as script text; nothing if it is faulty.
std::optional<std::string> decode_json_string(std::string_view literal);

}  // namespace evald::js
