#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace evald {

/// Walks the members of a JSON object as text, so that values can be passed on exactly as they were written: numbers of
/// any size, 1.0 that stays 1.0. Only for text that a parser has accepted; no member is checked again.
class JsonMembers {
public:
    /// `object` begins with '{'.
    explicit JsonMembers(std::string_view object) : text_(object) {}

    /// Goes to the next member; false when there is none.
    bool next();
    /// Between its quotes, escapes untouched.
    [[nodiscard]] std::string_view key() const { return key_; }
    [[nodiscard]] std::string_view value() const { return value_; }

private:
    void skip_space_and(char separator);

    std::string_view text_;
    std::size_t at_ = 1;  ///< behind the opening brace
    std::string_view key_;
    std::string_view value_;
};

/// Appends accepted JSON without the white space between its tokens.
void append_compact_json(std::string& out, std::string_view json);

/// Replaces one digit of each integer of 19 digits or more by a decimal point, so that a parser without big numbers
/// takes the text; its values are wrong then, its structure is not. Returns whether there was any.
bool blur_big_integers(std::string& json);

}  // namespace evald
