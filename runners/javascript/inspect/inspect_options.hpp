#pragma once

#include <cstddef>
#include <limits>

namespace evald::js {

/// What util.inspect of Node takes, with its defaults. Lengths and columns count UTF-16 units, as there.
struct InspectOptions {
    static constexpr int k_unlimited_depth = std::numeric_limits<int>::max() / 2;

    int depth = 2;
    bool show_hidden = false;
    bool show_proxy = false;
    bool custom_inspect = true;
    std::size_t max_array_length = 100;
    std::size_t max_string_length = 10000;
    std::size_t break_length = 80;
    int compact = 3;
    bool sorted = false;
    bool getters = false;
};

}  // namespace evald::js
