#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "inspect/inspect_options.hpp"

namespace evald::js {

/// The parts of one inspected object, before it is decided how they stand in lines.
struct ObjectParts {
    std::string base;   ///< what stands before the braces: "[Function: f]", an error's stack
    std::string open;   ///< "{", "Map(2) {", "["
    std::string close;  ///< "}" or "]"
    std::vector<std::string> entries;
    bool is_list = false;      ///< elements of an array: may be grouped in columns
    bool all_numbers = false;  ///< grouped to the right
};

/// Where the object stands.
struct LayoutPlace {
    std::size_t indentation = 0;
    int levels_inside = 0;  ///< how many levels of objects the parts hold, itself not counted
};

/// One line if it fits, else one entry a line, lists in columns: the rules of Node's util.inspect.
std::string lay_out(ObjectParts parts, const LayoutPlace& place, const InspectOptions& options);

}  // namespace evald::js
