#include "platform/atomic_file.hpp"

#include "platform/random_id.hpp"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace evald {
namespace {

std::error_code last_error() { return {errno, std::generic_category()}; }

}  // namespace

std::error_code AtomicFile::create(std::string temporary, mode_t mode) {
    UniqueFd fd(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode));
    if (!fd) return last_error();
    fd_ = std::move(fd);
    temporary_ = std::move(temporary);
    return {};
}

std::error_code AtomicFile::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(fd_.get(), bytes.data(), bytes.size());
        if (written >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno != EINTR) {
            return last_error();
        }
    }
    return {};
}

std::error_code AtomicFile::commit(const std::string& path) {
    if (::rename(temporary_.c_str(), path.c_str()) != 0) return last_error();
    temporary_.clear();
    fd_.reset();
    return {};
}

void AtomicFile::discard() {
    fd_.reset();
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
    temporary_.clear();
}

std::error_code write_file_atomically(const std::string& path, std::string_view content, mode_t mode) {
    AtomicFile file;
    if (const std::error_code failed = file.create(path + "." + random_id(12) + ".tmp", mode)) return failed;
    if (const std::error_code failed = file.write(content)) return failed;
    return file.commit(path);
}

}  // namespace evald
