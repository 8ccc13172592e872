#pragma once

#include "platform/unique_fd.hpp"

#include <string>
#include <sys/types.h>

namespace evald {

/// Opens `path`, which is relative, below the folder `root`: no `..` and no link leads out of it, whatever other
/// processes do to the folders meanwhile. `flags` as for open(2); O_CLOEXEC is added. Blocks. Any thread.
///
/// An empty descriptor on failure, with errno; EXDEV or ELOOP: something leads out. Where the system lacks openat2, no
/// link is followed at all.
UniqueFd open_beneath(int root, const std::string& path, int flags, mode_t mode = 0);

}  // namespace evald
