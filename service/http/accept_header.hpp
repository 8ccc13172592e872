#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace evald::service {

/// Which of `offers` (media types without parameters, the server's favourite first) an Accept field prefers, by RFC
/// 9110 12.5.1: q-values, the most specific range counts, ties go to the earlier offer. An empty field accepts all.
/// Nothing when none is acceptable. Malformed parts of the field are passed over.
std::optional<std::string_view> preferred_media_type(std::string_view accept, std::span<const std::string_view> offers);

/// Whether an Accept-Encoding field takes `coding` (RFC 9110 12.5.3): it, or "*", is listed with a q-value above 0.
bool accepts_coding(std::string_view accept, std::string_view coding);

}  // namespace evald::service
