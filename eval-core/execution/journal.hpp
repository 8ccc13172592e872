#pragma once

#include "execution/run.hpp"
#include "kernel/language.hpp"

#include <string_view>

namespace evald {

/// A kernel that has ended, or has not come to life.
struct KernelEnd {
    std::string_view principal, session;
    Language language = Language::python;
    std::string_view reason;  ///< as in the statistics: died, evicted, session_ended …
    std::string_view detail;  ///< how it ended, or why it did not start; nothing that it printed while cells ran
    bool is_fault = false;    ///< nobody asked for it
};

/// Is told what an operator's log is to say. A seam: this library writes no log. Loop thread; calls must not throw.
class Journal {
public:
    virtual ~Journal() = default;
    virtual void run_finished(const Run& run) = 0;
    virtual void kernel_ended(const KernelEnd& end) = 0;
};

}  // namespace evald
