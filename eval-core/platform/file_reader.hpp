#pragma once

#include "base/error.hpp"
#include "platform/unique_fd.hpp"
#include "platform/worker_pool.hpp"

#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace evald {

/// Reads an open file through the worker pool. What is open stays readable when its name is gone. Loop thread; the pool
/// outlives it.
class FileReader {
public:
    FileReader(UniqueFd file, WorkerPool& pool);
    ~FileReader();
    FileReader(const FileReader&) = delete;
    FileReader& operator=(const FileReader&) = delete;

    /// At most `size` bytes from `offset`; fewer only at the end of the file. `internal` when the disk fails.
    boost::asio::awaitable<Result<std::string>> read(std::uint64_t offset, std::size_t size);

private:
    std::shared_ptr<UniqueFd> file_;  // shared with the job that is on
    WorkerPool& pool_;
};

}  // namespace evald
