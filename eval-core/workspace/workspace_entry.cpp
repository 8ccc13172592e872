#include "workspace/workspace_entry.hpp"

#include <array>
#include <cinttypes>
#include <cstdio>
#include <utility>

namespace evald {

std::string WorkspaceEntry::etag() const {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "\"%" PRIx64 "-%" PRIx64 "-%" PRIx64 "\"", inode, bytes,
                  static_cast<std::uint64_t>(modified_ns));
    return text.data();
}

WorkspaceEntry entry_from_stat(std::string name, const struct stat& status) {
    WorkspaceEntry entry;
    entry.name = std::move(name);
    if (S_ISREG(status.st_mode))
        entry.kind = WorkspaceEntry::Kind::file;
    else if (S_ISDIR(status.st_mode))
        entry.kind = WorkspaceEntry::Kind::folder;
    if (entry.kind == WorkspaceEntry::Kind::file) entry.bytes = static_cast<std::uint64_t>(status.st_size);
    entry.modified_ns = std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
    entry.inode = status.st_ino;
    return entry;
}

}  // namespace evald
