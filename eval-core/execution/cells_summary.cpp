#include "execution/cells_summary.hpp"

#include "base/json_writer.hpp"

namespace evald {

std::string cells_summary(const EvalRequest& request) {
    std::string json;
    JsonWriter writer(json);
    writer.begin_object().member("count", std::uint64_t{request.cells.size()}).key("titles").begin_array();
    for (const CellSpec& cell : request.cells) writer.string(cell.title);
    writer.end_array().key("languages").begin_array();
    for (const CellSpec& cell : request.cells) writer.string(language_id(cell.language));
    writer.end_array().end_object();
    return json;
}

}  // namespace evald
