#pragma once

#include <string>

namespace evald {

/// All of a file, also of one of the kernel's whose size says 0; empty where it cannot be read. Any thread; blocks.
[[nodiscard]] std::string file_content(const std::string& path);

}  // namespace evald
