#include "tools/tool_directory.hpp"

#include "base/json_writer.hpp"

#include <algorithm>

namespace evald {
namespace {

/// Names in a message; the rest is counted.
constexpr std::size_t k_names_shown = 50;

const ToolSpec* find_in(const std::vector<ToolSpec>& tools, std::string_view name) {
    const auto found =
        std::find_if(tools.begin(), tools.end(), [name](const ToolSpec& tool) { return tool.name == name; });
    return found == tools.end() ? nullptr : &*found;
}

}  // namespace

bool is_delegation(std::string_view name) { return name == "agent" || name == "completion"; }

ToolDirectory::ToolDirectory(const std::vector<ToolSpec>& offered, const ConfiguredTools* configured)
    : offered_(offered), configured_(configured) {}

ToolDirectory::Entry ToolDirectory::find(std::string_view name) const {
    if (const ToolSpec* spec = find_in(offered_, name)) return {spec, true};
    if (configured_ == nullptr) return {};
    return {find_in(configured_->specs(), name), false};
}

std::vector<const ToolSpec*> ToolDirectory::all() const {
    std::vector<const ToolSpec*> tools;
    for (const ToolSpec& tool : offered_) tools.push_back(&tool);
    if (configured_ == nullptr) return tools;
    for (const ToolSpec& tool : configured_->specs())
        if (find_in(offered_, tool.name) == nullptr) tools.push_back(&tool);
    return tools;
}

std::string ToolDirectory::unknown_text(std::string_view name) const {
    std::string text = "no tool named \"" + std::string(name) + "\" is available to this run; ";
    const auto tools = all();
    if (tools.empty()) return text + "there are none";
    text += "available: ";
    for (std::size_t i = 0; i < std::min(tools.size(), k_names_shown); ++i)
        text += (i == 0 ? "" : ", ") + tools[i]->name;
    if (tools.size() > k_names_shown) text += " and " + std::to_string(tools.size() - k_names_shown) + " more";
    return text;
}

std::string ToolDirectory::list_json() const {
    std::string out;
    JsonWriter json(out);
    json.begin_array();
    for (const ToolSpec* tool : all()) {
        json.begin_object().member("name", tool->name);
        if (!tool->description.empty()) json.member("description", tool->description);
        if (!tool->parameters_json.empty()) json.key("parameters").raw(tool->parameters_json);
        json.end_object();
    }
    json.end_array();
    return out;
}

}  // namespace evald
