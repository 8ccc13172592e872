#pragma once

#include "artifact/artifact_store.hpp"
#include "platform/file_reader.hpp"
#include "platform/unique_fd.hpp"
#include "platform/worker_pool.hpp"

#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <string>
#include <utility>

namespace evald {

/// Reads a file through the worker pool. What is open stays readable when its name is gone.
class FileArtifactReader final : public ArtifactReader {
public:
    /// Opens `path` unless it is a link or anything but a file of the artifact's size. Blocks; an invalid descriptor
    /// if it can't.
    static UniqueFd open_file(const std::string& path, std::uint64_t bytes);

    FileArtifactReader(Artifact artifact, UniqueFd file, WorkerPool& pool)
        : artifact_(std::move(artifact)), file_(std::move(file), pool) {}

    [[nodiscard]] const Artifact& artifact() const override { return artifact_; }
    boost::asio::awaitable<Result<std::string>> read(std::uint64_t offset, std::size_t size) override;

private:
    Artifact artifact_;
    FileReader file_;
};

}  // namespace evald
