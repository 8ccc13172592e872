#pragma once

#include <memory>
#include <string>

namespace evald {

class ToolSchema;

/// A tool that cells may call, as its owner describes it: a run's caller, or the configuration.
struct ToolSpec {
    std::string name;
    std::string description;
    std::string parameters_json;               ///< a JSON schema, or empty
    std::shared_ptr<const ToolSchema> schema;  ///< the same, ready for use; null: arguments are not checked
    bool pauses_timeout = false;               ///< the cell's timeout stands still while a call is in flight
};

}  // namespace evald
