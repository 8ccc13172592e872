#pragma once

#include "execution/journal.hpp"

namespace evald::service {

/// Writes what the core tells into the log: a line for each run and each kernel that has ended. Loop thread.
class LogJournal final : public Journal {
public:
    void run_finished(const Run& run) override;
    void kernel_ended(const KernelEnd& end) override;
};

}  // namespace evald::service
