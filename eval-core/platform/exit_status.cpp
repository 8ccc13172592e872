#include "platform/exit_status.hpp"

#include <cstring>

namespace evald {

std::string ExitStatus::describe() const {
    if (!explanation.empty()) return "was killed: it " + explanation;
    if (!signaled) return "exited with code " + std::to_string(value);
    std::string text = "was killed by signal " + std::to_string(value);
    if (const char* name = ::sigabbrev_np(value)) text += std::string(" (SIG") + name + ")";
    return text;
}

}  // namespace evald
