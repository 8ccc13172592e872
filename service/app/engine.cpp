#include "app/engine.hpp"

#include <utility>

namespace evald::service {
namespace {

constexpr std::size_t k_workers = 2;

ArtifactLimits artifact_limits(const Config& config) {
    ArtifactLimits limits;
    limits.max_bytes = config.artifacts.max_bytes;
    limits.max_total_bytes = config.artifacts.max_total_bytes;
    limits.ttl = config.artifacts.ttl;
    return limits;
}

}  // namespace

Engine::Engine(boost::asio::any_io_executor loop, const Config& config)
    : workers_(loop, k_workers),
      spawner_(loop),
      paths_(find_kernel_paths(config, own_executable_dir())),
      sandbox_(spawner_, config, paths_.launcher),
      provisioner_(loop, spawner_, config, paths_, own_environment()) {
    provisioner_.use_sandbox(sandbox_);
}

Result<std::unique_ptr<Engine>> Engine::make(boost::asio::any_io_executor loop, const Config& config) {
    auto engine = std::make_unique<Engine>(loop, config);
    const Result<void> opened = engine->open(loop, config);
    if (!opened) return opened.error();
    return engine;
}

Result<void> Engine::open(boost::asio::any_io_executor loop, const Config& config) {
    auto store = FileArtifactStore::open_root(config.data + "/artifacts", artifact_limits(config), loop, workers_);
    if (!store) return store.error();
    artifacts_ = std::move(*store);
    auto tools = RemoteTools::make(loop, config);
    if (!tools) return tools.error();
    tools_ = std::move(*tools);
    evaluator_ = std::make_unique<Evaluator>(loop, config, provisioner_, *artifacts_, tools_.get());
    return {};
}

boost::asio::awaitable<Result<void>> Engine::start() {
    const Result<void> confined = co_await sandbox_.prepare();
    if (!confined) co_return confined.error();
    co_await provisioner_.probe();
    const Result<void> started = co_await evaluator_->start();
    co_return started;
}

}  // namespace evald::service
