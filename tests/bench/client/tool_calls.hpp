#pragma once

#include "client/options.hpp"

#include <nlohmann/json.hpp>

namespace bench {

/// A cell calls a tool that this client answers at once: options.count calls one after the other, then as many in
/// parallel(). The cell itself takes the times.
nlohmann::json measure_tool_calls(const Options& options);

}  // namespace bench
