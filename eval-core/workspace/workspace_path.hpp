#pragma once

#include "base/error.hpp"

#include <string>
#include <string_view>

namespace evald {

/// Names a place in a workspace: "data/räume.csv"; the root is empty. Pure text; whether something is there, and whether
/// links keep it inside, is seen when it is opened.
class WorkspacePath {
public:
    /// `text` is relative and decoded, UTF-8, parts parted by '/'; one slash at its end asks for a folder.
    /// invalid_request for an empty part, "." or "..", a zero byte, text that is no UTF-8, a part over 255 bytes or a whole
    /// over 4,000.
    static Result<WorkspacePath> parse(std::string_view text);

    /// Without the slash at the end.
    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] bool is_root() const { return text_.empty(); }
    /// Written with a slash at its end.
    [[nodiscard]] bool asks_for_folder() const { return asks_for_folder_; }
    /// The last part.
    [[nodiscard]] std::string name() const;
    /// What stands before it, empty for the root.
    [[nodiscard]] std::string parent() const;

private:
    std::string text_;
    bool asks_for_folder_ = false;
};

}  // namespace evald
