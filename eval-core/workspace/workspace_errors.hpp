#pragma once

#include "base/error.hpp"

namespace evald {

/// What a failed system call on a workspace's files means for the caller. `number` is its errno.
Error workspace_error(int number);

/// The same where something was to be made or replaced: a file in the way is then a conflict.
Error workspace_error_of_change(int number);

}  // namespace evald
