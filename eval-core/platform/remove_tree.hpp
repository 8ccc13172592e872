#pragma once

#include <string>

namespace evald {

/// Deletes a folder and all it holds, or a file. Follows no link, needs no more memory or descriptors for deep trees, and
/// takes folders that deny their owner access, too. What cannot be deleted stays. Blocks: for worker threads.
///
/// Deep folders are moved up on the way: `path` must stand in a folder of the caller's own, where names that begin with
/// its own may come and go.
void remove_tree(const std::string& path);

}  // namespace evald
