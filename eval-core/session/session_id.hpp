#pragma once

#include <string_view>

namespace evald {

/// Session ids that clients may choose: [A-Za-z0-9._-]{1,128}, but not "." or "..".
bool is_session_id(std::string_view id);

}  // namespace evald
