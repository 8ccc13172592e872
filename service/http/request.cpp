#include "http/request.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace evald::service {
namespace {

constexpr std::array<std::pair<std::string_view, Method>, 6> k_methods{{{"GET", Method::get},
                                                                        {"POST", Method::post},
                                                                        {"HEAD", Method::head},
                                                                        {"PUT", Method::put},
                                                                        {"DELETE", Method::del},
                                                                        {"OPTIONS", Method::options}}};
/// A body that grew large is given back to the system rather than kept for the next request.
constexpr std::size_t k_kept_body = 64U << 10U;

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

}  // namespace

std::string_view method_name(Method method) {
    const auto* const found = std::ranges::find(k_methods, method, &std::pair<std::string_view, Method>::second);
    return found == k_methods.end() ? "OTHER" : found->first;
}

Method method_from_name(std::string_view name) {
    const auto* const found = std::ranges::find(k_methods, name, &std::pair<std::string_view, Method>::first);
    return found == k_methods.end() ? Method::other : found->second;
}

bool equals_ignoring_case(std::string_view a, std::string_view b) {
    return a.size() == b.size() && std::ranges::equal(a, b, {}, lower, lower);
}

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::optional<std::string_view> Request::field(std::string_view name) const {
    for (const Field& field : fields_)
        if (equals_ignoring_case(field.name, name)) return field.value;
    return std::nullopt;
}

std::optional<std::string_view> Request::host() const {
    return authority_.empty() ? field("Host") : std::optional<std::string_view>(authority_);
}

std::size_t Request::count(std::string_view name) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(fields_, [name](const Field& field) { return equals_ignoring_case(field.name, name); }));
}

std::string Request::joined(std::string_view name) const {
    std::string all;
    for (const Field& field : fields_) {
        if (!equals_ignoring_case(field.name, name)) continue;
        if (!all.empty()) all += ", ";
        all += field.value;
    }
    return all;
}

void Request::clear() {
    head_.clear();
    method_ = Method::other;
    target_ = path_ = query_ = authority_ = {};
    version_ = 11;
    keep_alive_ = true;
    wants_upgrade_ = chunked_ = false;
    content_length_.reset();
    fields_.clear();
    if (body_.capacity() > k_kept_body) std::string().swap(body_);
    body_.clear();
}

}  // namespace evald::service
