#pragma once

#include "base/error.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace evald {

/// A JSON schema (draft 7, and what later drafts share with it) that values are checked against: a tool's arguments, a
/// model's answer. Checking has a bound on its cost, see prepare_schema(). Hides valijson. Immutable, any thread.
class ToolSchema {
public:
    /// invalid_request: no JSON, or no schema; the message says why, as "has …" or "must …".
    [[nodiscard]] static Result<std::shared_ptr<const ToolSchema>> compile(std::string_view json);
    ~ToolSchema();
    ToolSchema(const ToolSchema&) = delete;
    ToolSchema& operator=(const ToolSchema&) = delete;

    /// What is wrong with the value, each fault led by the field ("limit: must be …; q: is missing"); empty: nothing.
    [[nodiscard]] std::string faults_of(std::string_view json) const;

private:
    ToolSchema();
    struct Compiled;
    std::unique_ptr<Compiled> compiled_;
};

}  // namespace evald
