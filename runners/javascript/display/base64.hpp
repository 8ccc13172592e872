#pragma once

#include <string>
#include <string_view>

namespace evald::js {

std::string base64(std::string_view bytes);

}  // namespace evald::js
