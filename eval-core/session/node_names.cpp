#include "session/node_names.hpp"

#include "platform/random_id.hpp"

#include <algorithm>

namespace evald {
namespace {

constexpr std::size_t k_random_size = 26;

bool is_random(std::string_view text) {
    return text.size() == k_random_size && std::all_of(text.begin(), text.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= '2' && c <= '7');
           });
}

}  // namespace

std::string node_id(std::string_view node_name) {
    if (node_name.empty()) return random_id(k_random_size);
    return std::string(node_name) + "-" + random_id(k_random_size);
}

std::string_view node_of_id(std::string_view id) {
    const auto dash = id.rfind('-');
    if (dash == std::string_view::npos || !is_random(id.substr(dash + 1))) return {};
    return id.substr(0, dash);
}

std::string foreign_node_notice(std::string_view session_id, std::string_view node_name) {
    const std::string_view maker = node_of_id(session_id);
    if (maker.empty() || maker == node_name) return {};
    std::string notice = "This session was made by node " + std::string(maker);
    if (!node_name.empty()) notice.append(" and has come to node ").append(node_name);
    return notice + ": it begins anew here, without the variables and files that it had there.";
}

}  // namespace evald
