#pragma once

#include <string>
#include <string_view>

namespace evald {

/// An id that this service makes: the node's name first, so that a balancer finds the node without a table.
std::string node_id(std::string_view node_name);
/// The node that made an id, by its form; empty: none that has a name, or a caller chose the id.
std::string_view node_of_id(std::string_view id);
/// For the first call of a session whose id another node made: what it had there is not here. Empty: nobody needs to be
/// told.
std::string foreign_node_notice(std::string_view session_id, std::string_view node_name);

}  // namespace evald
