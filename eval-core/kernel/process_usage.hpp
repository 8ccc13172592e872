#pragma once

#include "kernel/descendants.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace evald {

/// What processes take together.
struct ProcessUsage {
    std::uint64_t bytes = 0;    ///< memory of their own: shared pages of files not counted, shared memory counted
    std::uint64_t threads = 0;  ///< main threads included
    std::vector<pid_t> processes{};
};

/// Of all processes of each of these users. One look at every process of the machine: 2 us each.
std::map<uid_t, ProcessUsage> usage_of_users(const std::vector<uid_t>& users);
/// Of a process and all below it and in its session.
ProcessUsage usage_below(pid_t root);
/// The same memory with what several share counted once, which is exact and slower; as it is where that can't be told.
std::uint64_t exact_bytes(const ProcessUsage& usage);

struct FolderUsage {
    std::uint64_t bytes = 0;  ///< on the disk
    std::uint64_t files = 0;  ///< folders and links, too
    bool is_too_deep = false;
};

/// Looks through a folder whose owner may be changing it, and follows no link. Stops above `max_files`, and at folders
/// within folders within folders, 100 deep. `user`: whose rights to look with where root's own do not do; 0: nobody's.
FolderUsage usage_of_folder(const std::string& folder, std::uint64_t max_files, uid_t user = 0);

}  // namespace evald
