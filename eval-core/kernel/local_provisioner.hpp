#pragma once

#include "config/config.hpp"
#include "kernel/interpreter_probe.hpp"
#include "kernel/kernel.hpp"
#include "kernel/kernel_paths.hpp"
#include "kernel/mark_sweeper.hpp"
#include "kernel/resource_watch.hpp"
#include "platform/spawner.hpp"
#include "sandbox/sandbox.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <memory>
#include <string>
#include <vector>

namespace evald {

/// Starts kernels as child processes of this machine, through the launcher.
///
/// Call probe() once at start: until then availability() of Python says that it is not known yet. Loop thread only;
/// must outlive its launches, and the spawner and the config must outlive it and its kernels.
class LocalProvisioner final : public KernelProvisioner {
public:
    /// `service_environment`: "NAME=value", what kernels get a filtered part of.
    LocalProvisioner(boost::asio::any_io_executor loop, Spawner& spawner, const Config& config, KernelPaths paths,
                     std::vector<std::string> service_environment);
    ~LocalProvisioner() override;

    /// Confines kernels from now on; before probe(). The sandbox is prepared and outlives this.
    void use_sandbox(Sandbox& sandbox);
    /// Finds and tries the interpreters, so that availability() knows.
    boost::asio::awaitable<void> probe();
    [[nodiscard]] Result<void> availability(Language language) const override;
    boost::asio::awaitable<Result<std::unique_ptr<Kernel>>> launch(LaunchRequest request) override;
    Result<void> own_workspace(const std::string& folder) override;
    [[nodiscard]] std::function<void(const std::string& folder)> workspace_remover() const override;

private:
    /// A command, and how the process that it starts is confined.
    struct Command {
        SpawnRequest request;
        Confinement confinement;
    };
    [[nodiscard]] Result<void> check_installation(Language language) const;
    boost::asio::awaitable<Result<Interpreter>> select_interpreter(LaunchRequest request);
    boost::asio::awaitable<Result<Command>> compose(LaunchRequest request, std::string kernel_mark);
    [[nodiscard]] Result<Command> make_command_for(const LaunchRequest& request, std::vector<std::string> argv,
                                                   const std::string& kernel_mark, const std::string& venv) const;
    [[nodiscard]] std::vector<std::string> paths_of_runners() const;
    /// To where sessions' users reach it. What its availability is after that.
    Result<void> place_runner(Language language);
    void compile_python_runner(const std::string& interpreter);

    boost::asio::any_io_executor loop_;
    Spawner& spawner_;
    const Config& config_;
    KernelPaths paths_;
    std::vector<std::string> service_environment_;
    Sandbox* sandbox_ = nullptr;
    std::shared_ptr<ResourceWatch> watch_;  ///< of what is confined
    std::shared_ptr<MarkSweeper> sweeper_;  ///< shared with the kernels
    InterpreterProbe interpreters_;
    Result<void> python_state_, javascript_state_;
};

/// "NAME=value" of this process's environment.
std::vector<std::string> own_environment();

}  // namespace evald
