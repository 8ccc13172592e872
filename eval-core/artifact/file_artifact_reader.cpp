#include "artifact/file_artifact_reader.hpp"

#include <algorithm>
#include <fcntl.h>
#include <sys/stat.h>

namespace evald {

UniqueFd FileArtifactReader::open_file(const std::string& path, std::uint64_t bytes) {
    // Not blocking: a kernel of the session may have put something else, such as a pipe, in its place.
    UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    struct stat status {};
    const bool is_it = fd && ::fstat(fd.get(), &status) == 0 && S_ISREG(status.st_mode) &&
                       static_cast<std::uint64_t>(status.st_size) == bytes;
    if (!is_it) fd.reset();
    return fd;
}

boost::asio::awaitable<Result<std::string>> FileArtifactReader::read(std::uint64_t offset, std::size_t size) {
    const std::uint64_t left = artifact_.bytes - std::min(offset, artifact_.bytes);
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(size, left));
    Result<std::string> bytes = co_await file_.read(offset, wanted);
    co_return bytes;
}

}  // namespace evald
