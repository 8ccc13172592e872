#pragma once

#include "artifact/file_artifact_store.hpp"
#include "support/result_printer.hpp"
#include "support/run_coroutine.hpp"
#include "support/temp_dir.hpp"

#include <boost/asio/io_context.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <system_error>
#include <string_view>
#include <utility>
#include <vector>

namespace evald::test {

/// A store in a folder of its own, with a clock that stands still, which can be started anew.
struct ArtifactStoreFixture {
    explicit ArtifactStoreFixture(const ArtifactLimits& wanted = {}) : limits(wanted) { restart(); }
    ~ArtifactStoreFixture() { stop(); }
    ArtifactStoreFixture(const ArtifactStoreFixture&) = delete;
    ArtifactStoreFixture& operator=(const ArtifactStoreFixture&) = delete;

    /// Ends it as a process would end, but for jobs that are on: those are finished.
    void stop() {
        store.reset();
        pool.reset();
        loop.reset();
    }

    void restart() {
        stop();
        loop = std::make_unique<boost::asio::io_context>();
        pool = std::make_unique<WorkerPool>(loop->get_executor(), 2);
        const auto clock = [this] { return now_ms; };
        store = std::move(FileArtifactStore::open_root(root, limits, loop->get_executor(), *pool, clock).value());
    }

    template <class Value>
    Value run(boost::asio::awaitable<Value> task) {
        return run_coroutine(*loop, std::move(task));
    }

    Artifact put(const std::string& bytes, const std::string& principal = "alice", const std::string& session = "s") {
        return run(store->store(principal, session, "text/plain", bytes)).value();
    }

    /// The bytes through a reader; "(none)" if there is no such artifact.
    std::string get(const std::string& id, const std::string& principal = "alice") {
        const Result<std::unique_ptr<ArtifactReader>> reader = run(store->open(principal, id));
        return reader ? run((*reader)->read(0, 1U << 30U)).value() : "(none)";
    }

    /// Runs the loop until that many files are there.
    void wait_for_files(std::size_t count) {
        run_until(*loop, [this, count] { return files().size() == count; });
    }

    /// Regular files below the root, by their path in it. Some may go while they are listed.
    [[nodiscard]] std::vector<std::string> files() const {
        std::vector<std::string> paths;
        std::error_code error;
        std::filesystem::recursive_directory_iterator entry(root, error);
        for (; !error && entry != std::filesystem::recursive_directory_iterator(); entry.increment(error)) {
            std::error_code gone;
            if (!entry->is_directory(gone)) paths.push_back(entry->path().lexically_relative(root).string());
        }
        return paths;
    }

    TempDir folder;
    std::string root = folder / "data/artifacts";
    ArtifactLimits limits;
    std::int64_t now_ms = 1'700'000'000'000;
    std::unique_ptr<boost::asio::io_context> loop;
    std::unique_ptr<WorkerPool> pool;
    std::unique_ptr<FileArtifactStore> store;
};

}  // namespace evald::test
