#pragma once

#include <string>

namespace evald::js {

/// A number as ECMAScript's ToString writes it (-0 as "0").
std::string number_text(double value);

}  // namespace evald::js
