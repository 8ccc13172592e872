#pragma once

#include <duktape.h>

#include <string>
#include <vector>

namespace evald::js {

/// What console.table shows of the object at `index`; `properties` is the index of the optional list of columns.
std::string table_text(duk_context* ctx, duk_idx_t index, duk_idx_t properties);

struct TableColumn {
    std::string head;
    std::vector<std::string> cells;  ///< shorter columns end with empty cells
};
std::string draw_table(const std::vector<TableColumn>& columns);

}  // namespace evald::js
