#pragma once

#include "tools/configured_tools.hpp"
#include "tools/tool_spec.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace evald {

/// Which tools a run's cells can call, and who answers: the caller, if it offered the tool, else the configuration.
/// What it is given outlives it. Any thread.
class ToolDirectory {
public:
    /// `configured` may be null: none.
    ToolDirectory(const std::vector<ToolSpec>& offered, const ConfiguredTools* configured);

    struct Entry {
        const ToolSpec* spec = nullptr;  ///< null: there is no such tool
        bool is_offered = false;         ///< by the caller
    };
    [[nodiscard]] Entry find(std::string_view name) const;
    /// `no tool named "x" is available to this run; available: a, b`.
    [[nodiscard]] std::string unknown_text(std::string_view name) const;
    /// [{name, description?, parameters?}], as tool.list() gives it.
    [[nodiscard]] std::string list_json() const;

private:
    [[nodiscard]] std::vector<const ToolSpec*> all() const;

    const std::vector<ToolSpec>& offered_;
    const ConfiguredTools* configured_;
};

/// Whether calls of this tool always pause the cell's timeout: they hand work over that takes its own time.
[[nodiscard]] bool is_delegation(std::string_view name);

}  // namespace evald
