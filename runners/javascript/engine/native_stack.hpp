#pragma once

namespace evald::js {

/// Measures the main thread's stack; call it early in main(). From then on the engine's calls, and is_low() in native
/// recursion, leave enough of it to report the failure.
class NativeStack {
 public:
  static void measure();
  static bool is_low();
};

}  // namespace evald::js
