#include "artifact/file_artifact_reader.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace evald {
namespace {

Result<std::string> read_at(int fd, std::uint64_t offset, std::size_t size) {
    std::string bytes(size, '\0');
    std::size_t filled = 0;
    while (filled < size) {
        const ssize_t got = ::pread(fd, bytes.data() + filled, size - filled, static_cast<off_t>(offset + filled));
        if (got == 0) break;
        if (got > 0) {
            filled += static_cast<std::size_t>(got);
        } else if (errno != EINTR) {
            const std::error_code failed(errno, std::generic_category());
            return Error{ErrorCode::internal, "an artifact could not be read: " + failed.message()};
        }
    }
    bytes.resize(filled);
    return bytes;
}

}  // namespace

UniqueFd FileArtifactReader::open_file(const std::string& path, std::uint64_t bytes) {
    // Not blocking: a kernel of the session may have put something else, such as a pipe, in its place.
    UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    struct stat status {};
    const bool is_it = fd && ::fstat(fd.get(), &status) == 0 && S_ISREG(status.st_mode) &&
                       static_cast<std::uint64_t>(status.st_size) == bytes;
    if (!is_it) fd.reset();
    return fd;
}

FileArtifactReader::FileArtifactReader(Artifact artifact, UniqueFd file, WorkerPool& pool)
    : artifact_(std::move(artifact)), file_(std::make_shared<UniqueFd>(std::move(file))), pool_(pool) {}

FileArtifactReader::~FileArtifactReader() {
    // Closing the last descriptor of a deleted file frees its blocks, which takes time.
    pool_.post([file = std::move(file_)]() mutable { file.reset(); });
}

boost::asio::awaitable<Result<std::string>> FileArtifactReader::read(std::uint64_t offset, std::size_t size) {
    const std::uint64_t left = artifact_.bytes - std::min(offset, artifact_.bytes);
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(size, left));
    auto job = [file = file_, offset, wanted] { return read_at(file->get(), offset, wanted); };
    Result<std::string> bytes = co_await pool_.run(std::move(job));
    co_return bytes;
}

}  // namespace evald
