#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace evald {

/// One representation of a value. `json` is the value as compact JSON; `text` its characters if it is a string.
struct MimeEntry {
    std::string mime_type;
    std::string json;
    std::string text;
    bool is_string = false;
};

/// The representations of one displayed value, in the runner's order. Values are valid UTF-8 and strict JSON.
struct MimeBundle {
    std::vector<MimeEntry> entries;

    [[nodiscard]] const MimeEntry* find(std::string_view mime_type) const;
};

}  // namespace evald
