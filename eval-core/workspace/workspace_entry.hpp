#pragma once

#include <cstdint>
#include <string>
#include <sys/stat.h>
#include <vector>

namespace evald {

/// What stands at a place of a workspace.
struct WorkspaceEntry {
    enum class Kind : std::uint8_t { file, folder, other };

    std::string name;  ///< the last part; of a folder's list, valid UTF-8
    Kind kind = Kind::other;
    std::uint64_t bytes = 0;       ///< of a file
    std::int64_t modified_ns = 0;  ///< since 1970
    std::uint64_t inode = 0;

    [[nodiscard]] std::int64_t modified_ms() const { return modified_ns / 1'000'000; }
    /// A strong entity tag, with its quotes: another one whenever the file was replaced or written to (as far as the
    /// system's clock tells writes apart).
    [[nodiscard]] std::string etag() const;
};

/// A folder's entries by name, and whether there are more than were asked for.
struct WorkspaceFolder {
    std::vector<WorkspaceEntry> entries;
    bool is_cut = false;
};

/// What a workspace takes up: its files and folders, and the room that they have on the disk.
struct WorkspaceUsage {
    std::uint64_t bytes = 0;
    std::uint64_t files = 0;
};

WorkspaceEntry entry_from_stat(std::string name, const struct stat& status);

}  // namespace evald
