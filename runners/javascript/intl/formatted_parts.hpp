#pragma once

#include <duktape.h>

#include <cstdint>
#include <string>
#include <vector>

#include "intl/icu_library.hpp"

namespace evald::js {

/// A formatted text and what its stretches are.
struct FormattedText {
    struct Region {
        int32_t field;  ///< as ICU numbers those of the text's category
        int32_t begin;
        int32_t end;
    };

    std::u16string text;
    std::vector<Region> regions;  ///< may nest: a group separator stands in the integer
    std::vector<Region> sources;  ///< in a range: its start (0) and end (1)
};

/// What an ICU result says of itself; `category` is the one of its fields.
FormattedText formatted_text(const UFormattedValue* value, UFieldCategory category);

/// Pushes a flat list: field (-1: literal), text, source (0 shared, 1 start, 2 end), and so on.
void push_parts(duk_context* ctx, const FormattedText& formatted);

}  // namespace evald::js
