#pragma once

#include "artifact/file_artifact_store.hpp"
#include "base/error.hpp"
#include "config/config.hpp"
#include "kernel/kernel_paths.hpp"
#include "kernel/local_provisioner.hpp"
#include "platform/spawner.hpp"
#include "platform/worker_pool.hpp"
#include "remote_tools/remote_tools.hpp"
#include "sandbox/sandbox.hpp"
#include "session/evaluator.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <memory>

namespace evald::service {

/// eval-core, put together: what `serve` and `eval` both need. Built on the calling thread; the rest on the loop
/// thread.
class Engine {
public:
    /// Makes or takes up the data folder. Fails with what is wrong and what to do. `config` outlives the engine.
    static Result<std::unique_ptr<Engine>> make(boost::asio::any_io_executor loop, const Config& config);

    Engine(boost::asio::any_io_executor loop, const Config& config);
    /// Finds the interpreters and lets runs in.
    boost::asio::awaitable<Result<void>> start();
    [[nodiscard]] Evaluator& evaluator() { return *evaluator_; }
    [[nodiscard]] const Sandbox& sandbox() const { return sandbox_; }

private:
    Result<void> open(boost::asio::any_io_executor loop, const Config& config);

    WorkerPool workers_;                            ///< files and hashing, off the loop
    Spawner spawner_;                               ///< the one thread that starts children
    std::unique_ptr<FileArtifactStore> artifacts_;  ///< needs the workers
    KernelPaths paths_;                             ///< launcher and runners
    Sandbox sandbox_;                               ///< what confines kernels; needs the spawner
    LocalProvisioner provisioner_;                  ///< needs the spawner and the sandbox
    std::unique_ptr<RemoteTools> tools_;            ///< the configured tools
    std::unique_ptr<Evaluator> evaluator_;          ///< needs all of them
};

}  // namespace evald::service
