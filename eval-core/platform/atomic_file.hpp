#pragma once

#include "platform/unique_fd.hpp"

#include <string>
#include <string_view>
#include <sys/types.h>
#include <system_error>

namespace evald {

/// A file that appears under its name whole or not at all: written under a temporary name, then renamed.
///
/// Create, write any number of times, commit. Destroyed before that, the temporary file is removed. Nothing is flushed
/// to the medium: a process that dies loses nothing that was committed, a power cut may. Calls block: for worker
/// threads, one at a time.
class AtomicFile {
public:
    AtomicFile() = default;
    ~AtomicFile() { discard(); }
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    /// Makes the temporary file, which must not exist, in a folder of the same file system as the final name.
    std::error_code create(std::string temporary, mode_t mode);
    [[nodiscard]] bool is_created() const { return static_cast<bool>(fd_); }
    std::error_code write(std::string_view bytes);
    /// Gives it its name, in place of what may have had it. On an error it is still there, under the temporary one.
    std::error_code commit(const std::string& path);
    void discard();

private:
    std::string temporary_;
    UniqueFd fd_;
};

/// All of the above for content at hand. The temporary file stands beside `path`.
std::error_code write_file_atomically(const std::string& path, std::string_view content, mode_t mode);

}  // namespace evald
