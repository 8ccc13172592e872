#include "console/table.hpp"

#include <algorithm>

#include "duktape/introspection.h"
#include "engine/guarded.hpp"
#include "engine/script_text.hpp"
#include "inspect/inspector.hpp"
#include "inspect/object_view.hpp"
#include "inspect/script_collections.hpp"
#include "inspect/text_width.hpp"

namespace evald::js {

namespace {

std::string line_of(const std::vector<std::size_t>& widths, std::string_view left, std::string_view middle,
                    std::string_view right) {
    std::string line(left);
    for (std::size_t i = 0; i < widths.size(); ++i) {
        line += i == 0 ? std::string_view() : middle;
        for (std::size_t j = 0; j < widths[i] + 2; ++j) {
            line += "─";
        }
    }
    return line.append(right);
}

std::string row_of(const std::vector<std::size_t>& widths, const std::vector<std::string>& cells) {
    std::string row = "│ ";
    for (std::size_t i = 0; i < widths.size(); ++i) {
        row += i == 0 ? "" : " │ ";
        row += cells[i] + std::string(widths[i] - text_width(cells[i]), ' ');
    }
    return row + " │";
}

std::string cell_text(duk_context* ctx, duk_idx_t index) {
    InspectOptions options;
    constexpr std::size_t k_simple_object = 2;
    const StackMark mark(ctx);
    index = duk_normalize_index(ctx, index);
    const bool is_list = duk_is_array(ctx, index) != 0 || duk_is_buffer_data(ctx, index) != 0;
    const bool is_large = duk_is_object(ctx, index) != 0 && !is_list && KeyList(ctx, index, 0).size() > k_simple_object;
    options.depth = is_large ? -1 : 0;
    options.max_array_length = 3;
    options.break_length = 1 << 20;
    return Inspector(ctx, options).inspect(index);
}

std::vector<std::string> own_names(duk_context* ctx, duk_idx_t object) {
    const StackMark mark(ctx);
    std::vector<std::string> names;
    const KeyList keys(ctx, object, 0);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const StackMark key_mark(ctx);
        keys.push(i);
        if (is_string(ctx, -1)) {
            names.emplace_back(string_at(ctx, -1));
        }
    }
    return names;
}

std::vector<std::string> listed_names(duk_context* ctx, duk_idx_t list) {
    const StackMark mark(ctx);
    std::vector<std::string> names;
    for (const std::string& key : own_names(ctx, list)) {
        const StackMark key_mark(ctx);
        push_property(ctx, list, key);
        names.push_back(coerced_text(ctx, -1));
    }
    return names;
}

TableColumn& column_named(std::vector<TableColumn>& columns, const std::string& head) {
    const auto found = std::find_if(columns.begin(), columns.end(),
                                    [&head](const TableColumn& column) { return column.head == head; });
    return found != columns.end() ? *found : columns.emplace_back(TableColumn{head, {}});
}

void put(TableColumn& column, std::size_t row, std::string text) {
    column.cells.resize(std::max(column.cells.size(), row + 1));
    column.cells[row] = std::move(text);
}

}  // namespace

std::string draw_table(const std::vector<TableColumn>& columns) {
    std::vector<std::size_t> widths;
    std::vector<std::string> heads;
    std::size_t row_count = 0;
    for (const TableColumn& column : columns) {
        std::size_t width = text_width(column.head);
        for (const std::string& cell : column.cells) {
            width = std::max(width, text_width(cell));
        }
        widths.push_back(width);
        heads.push_back(column.head);
        row_count = std::max(row_count, column.cells.size());
    }
    std::string text =
        line_of(widths, "┌", "┬", "┐") + '\n' + row_of(widths, heads) + '\n' + line_of(widths, "├", "┼", "┤") + '\n';
    for (std::size_t row = 0; row < row_count; ++row) {
        std::vector<std::string> cells;
        for (const TableColumn& column : columns) {
            cells.push_back(row < column.cells.size() ? column.cells[row] : "");
        }
        text += row_of(widths, cells) + '\n';
    }
    return text + line_of(widths, "└", "┴", "┘");
}

namespace {

/// A Map's keys and values, or a Set's values, in order.
std::string collection_table(duk_context* ctx, duk_idx_t index, bool is_map) {
    const StackMark mark(ctx);
    TableColumn indices{"(iteration index)", {}};
    TableColumn keys{"Key", {}};
    TableColumn values{"Values", {}};
    push_collection(ctx, index);
    const duk_idx_t table = duk_get_top_index(ctx);
    unsigned number = 0;
    while (evald_table_entry(ctx, table, &number) != 0) {
        indices.cells.push_back(std::to_string(indices.cells.size()));
        keys.cells.push_back(cell_text(ctx, -2));
        values.cells.push_back(cell_text(ctx, -1));
        duk_pop_2(ctx);
    }
    return is_map ? draw_table({indices, keys, values}) : draw_table({indices, values});
}

}  // namespace

std::string table_text(duk_context* ctx, duk_idx_t index, duk_idx_t properties) {
    if (const std::string kind = collection_kind(ctx, index); kind == "Map" || kind == "Set") {
        return collection_table(ctx, index, kind == "Map");
    }
    const bool has_properties = duk_is_array(ctx, properties) != 0;
    const std::vector<std::string> chosen = has_properties ? listed_names(ctx, properties) : std::vector<std::string>();
    std::vector<TableColumn> columns;
    TableColumn values{"Values", {}};
    TableColumn indices{"(index)", own_names(ctx, index)};
    for (std::size_t row = 0; row < indices.cells.size(); ++row) {
        const StackMark mark(ctx);
        push_property(ctx, index, indices.cells[row]);
        const duk_idx_t item = duk_get_top_index(ctx);
        const bool is_primitive = duk_is_object(ctx, item) == 0;
        if (is_primitive && !has_properties) {
            put(values, row, cell_text(ctx, item));
            continue;
        }
        for (const std::string& key : has_properties ? chosen : own_names(ctx, item)) {
            const StackMark cell_mark(ctx);
            TableColumn& column = column_named(columns, key);
            if (is_primitive || push_own_property(ctx, item, key).kind == OwnProperty::Kind::absent) {
                put(column, row, "");
                continue;
            }
            push_property(ctx, item, key);
            put(column, row, cell_text(ctx, -1));
        }
    }
    columns.insert(columns.begin(), std::move(indices));
    if (!values.cells.empty()) {
        columns.push_back(std::move(values));
    }
    return draw_table(columns);
}

}  // namespace evald::js
