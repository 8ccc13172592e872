#pragma once

#include <sys/types.h>

namespace evald {

/// While it lives, what this thread does with files counts as done by that user and its group of the same number: with
/// its rights, and none of root's. For root; does nothing for user 0. Other threads stay who they are.
class ActingAsUser {
public:
    explicit ActingAsUser(uid_t user);
    ~ActingAsUser();
    ActingAsUser(const ActingAsUser&) = delete;
    ActingAsUser& operator=(const ActingAsUser&) = delete;

private:
    bool is_acting_;
};

}  // namespace evald
