#include "platform/file_reader.hpp"

#include <cerrno>
#include <system_error>
#include <unistd.h>
#include <utility>

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
            return Error{ErrorCode::internal, "a file could not be read: " + failed.message()};
        }
    }
    bytes.resize(filled);
    return bytes;
}

}  // namespace

FileReader::FileReader(UniqueFd file, WorkerPool& pool)
    : file_(std::make_shared<UniqueFd>(std::move(file))), pool_(pool) {}

FileReader::~FileReader() {
    // Closing the last descriptor of a deleted file frees its blocks, which takes time.
    pool_.post([file = std::move(file_)]() mutable { file.reset(); });
}

boost::asio::awaitable<Result<std::string>> FileReader::read(std::uint64_t offset, std::size_t size) {
    auto job = [file = file_, offset, size] { return read_at(file->get(), offset, size); };
    Result<std::string> bytes = co_await pool_.run(std::move(job));
    co_return bytes;
}

}  // namespace evald
