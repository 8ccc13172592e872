#pragma once

#include <cstddef>

namespace evald::js {

/// Measures the main thread's stack; call it early in main(). From then on the engine's calls, and is_low() in native
/// recursion, leave enough of it to report the failure.
class NativeStack {
public:
    static void measure();
    /// Are less than `margin` bytes left before the engine itself refuses?
    static bool is_low(std::size_t margin = 0);
};

}  // namespace evald::js
