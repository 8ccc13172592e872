#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace evald::service {

/// Which of `offers` (media types without parameters, the server's favourite first) an Accept field prefers, by RFC
/// 9110 12.5.1: q-values, the most specific range counts, ties go to the earlier offer. An empty field accepts all.
/// Nothing when none is acceptable. Malformed parts of the field are passed over.
std::optional<std::string_view> preferred_media_type(std::string_view accept, std::span<const std::string_view> offers);

}  // namespace evald::service
