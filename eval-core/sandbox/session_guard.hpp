#pragma once

#include "base/error.hpp"
#include "platform/unique_fd.hpp"

#include <string>
#include <sys/types.h>

namespace evald {

/// The other end of `evald-launcher --guard`: a process that ends the sessions' users when this one is gone, however it
/// went. It knows them from a pipe whose end tells it; nobody waits for it. start() first; the rest from any thread.
class SessionGuard {
public:
    /// For root. `launcher`: its path.
    Result<void> start(const std::string& launcher);
    /// From now on the user is ended with us.
    void watch(uid_t user) const { tell(std::to_string(user)); }
    /// It has been ended.
    void forget(uid_t user) const { tell("-" + std::to_string(user)); }

private:
    void tell(const std::string& line) const;

    UniqueFd pipe_;
};

}  // namespace evald
