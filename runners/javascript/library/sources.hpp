#pragma once

#include <string_view>
#include <vector>

namespace evald::js {

/// The library's JavaScript, as it stands in this folder (embedded by the build), in the order in which it runs.
struct LibrarySource {
    std::string_view name;
    std::string_view text;
};
std::vector<LibrarySource> library_sources();

}  // namespace evald::js
