#pragma once

#include "artifact/artifact_store.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace evald {

/// What is stored beside an artifact's bytes, as JSON.
std::string artifact_to_json(const Artifact& artifact);
/// None if a member is missing, has another type or is no value that we would write.
std::optional<Artifact> artifact_from_json(std::string_view json);

/// A type that can stand in a Content-Type header as it is ("text/plain; charset=utf-8").
bool is_sane_mime_type(std::string_view mime_type);

}  // namespace evald
