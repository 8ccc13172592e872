#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace evald {

enum class Language : std::uint8_t { python, javascript };

/// The id in requests: "py" or "js". Nothing else is taken.
std::optional<Language> language_from_request(std::string_view id);
/// The id in results and events: "python" or "js".
std::string_view language_id(Language language);
/// For people: "Python", "JavaScript".
std::string_view language_name(Language language);

enum class OutputStream : std::uint8_t { out, err };

}  // namespace evald
