#include "kernel/local_provisioner.hpp"

#include "kernel/interpreter_places.hpp"
#include "kernel/kernel_environment.hpp"
#include "kernel/process_kernel.hpp"
#include "platform/pipe.hpp"
#include "platform/posix_spawn_request.hpp"
#include "platform/random_id.hpp"

#include <filesystem>
#include <unistd.h>
#include <utility>

namespace evald {
namespace asio = boost::asio;
namespace {

Error unavailable(std::string message) { return Error{ErrorCode::unavailable, std::move(message)}; }

/// The service's ends of a kernel's pipes; the child's go into the request.
struct Channels {
    UniqueFd requests;
    KernelPipeEnds ends;
};

Result<Channels> open_channels(SpawnRequest& command) {
    Result<UniqueFd> null = open_null();
    Result<Pipe> out = make_pipe();
    Result<Pipe> err = make_pipe();
    Result<Pipe> requests = make_pipe();
    Result<Pipe> frames = make_pipe();
    if (!null) return null.error();
    for (const Result<Pipe>* pipe : {&out, &err, &requests, &frames}) {
        if (!*pipe) return pipe->error();
    }
    // The order of runners/PROTOCOL.md.
    command.descriptors.push_back(std::move(*null));
    command.descriptors.push_back(std::move(out->write));
    command.descriptors.push_back(std::move(err->write));
    command.descriptors.push_back(std::move(requests->read));
    command.descriptors.push_back(std::move(frames->write));
    Channels channels;
    channels.requests = std::move(requests->write);
    channels.ends.frames = std::move(frames->read);
    channels.ends.out = std::move(out->read);
    channels.ends.err = std::move(err->read);
    return channels;
}

/// So that the session's user can open its output by name, as `echo text > /dev/stderr` does.
void give_outputs_to(uid_t user, const SpawnRequest& command) {
    for (const std::size_t output : {1U, 2U})
        if (::fchown(command.descriptors.at(output).get(), user, user) != 0) return;
}

std::vector<std::string> launcher_argv(const std::string& launcher, const std::string& cwd,
                                       const std::vector<std::string>& options, std::vector<std::string> argv) {
    // With its own eyes the launcher could not tell a parent that has just died from one that is process 1.
    std::vector<std::string> all{launcher, "--parent=" + std::to_string(::getpid()), "--cwd=" + cwd};
    all.insert(all.end(), options.begin(), options.end());
    all.emplace_back("--");
    for (std::string& argument : argv) all.push_back(std::move(argument));
    return all;
}

bool is_below(const std::string& path, const std::string& folder) { return path.starts_with(folder + "/"); }

}  // namespace

std::vector<std::string> own_environment() {
    std::vector<std::string> items;
    for (char** item = environ; item != nullptr && *item != nullptr; ++item) items.emplace_back(*item);
    return items;
}

LocalProvisioner::LocalProvisioner(asio::any_io_executor loop, Spawner& spawner, const Config& config,
                                   KernelPaths paths, std::vector<std::string> service_environment)
    : loop_(std::move(loop)),
      spawner_(spawner),
      config_(config),
      paths_(std::move(paths)),
      service_environment_(std::move(service_environment)),
      sweeper_(
          std::make_shared<MarkSweeper>([&spawner](std::function<void()> work) { spawner.post(std::move(work)); })),
      interpreters_(spawner, config.kernel.start_timeout),
      python_state_(check_installation(Language::python)),
      javascript_state_(check_installation(Language::javascript)) {
    if (python_state_) python_state_ = unavailable("Python has not been looked for yet");
}

LocalProvisioner::~LocalProvisioner() = default;

void LocalProvisioner::use_sandbox(Sandbox& sandbox) {
    sandbox_ = &sandbox;
    watch_ = std::make_shared<ResourceWatch>(loop_, spawner_, config_);
}

asio::awaitable<void> LocalProvisioner::probe() {
    javascript_state_ = place_runner(Language::javascript);
    python_state_ = place_runner(Language::python);
    if (!python_state_) co_return;
    LaunchRequest nowhere;
    nowhere.workspace = "/";
    Result<Interpreter> interpreter = co_await select_interpreter(std::move(nowhere));
    if (!interpreter) {
        // One that was only too slow, on a busy machine, is looked for again when a kernel starts.
        if (interpreter.error().retry_after_s == 0) python_state_ = interpreter.error();
        co_return;
    }
    if (sandbox_ != nullptr && sandbox_->is_on()) compile_python_runner(interpreter->path);
}

Result<void> LocalProvisioner::place_runner(Language language) {
    const Result<void> installed = check_installation(language);
    if (!installed || sandbox_ == nullptr || !sandbox_->is_on()) return installed;
    std::string& runner = language == Language::python ? paths_.python_runner : paths_.javascript_runner;
    Result<std::string> placed = sandbox_->reachable_runner(runner);
    if (!placed) return placed.error();
    runner = std::move(*placed);
    return {};
}

void LocalProvisioner::compile_python_runner(const std::string& interpreter) {
    // A confined kernel cannot keep what it has compiled, and would do it at each start. This is no stranger's code.
    constexpr const char* k_script =
        "import compileall, os, sys\nos.umask(0o022)\ncompileall.compile_dir(sys.argv[1], quiet=2)";
    std::vector<std::string> argv{interpreter, "-c", k_script, paths_.python_runner};
    spawner_.post([argv = std::move(argv)] { (void)run_and_wait(argv); });
}

Result<void> LocalProvisioner::own_workspace(const std::string& folder) {
    return sandbox_ == nullptr ? Result<void>() : sandbox_->own(folder);
}

std::function<void(const std::string& folder)> LocalProvisioner::workspace_remover() const {
    if (sandbox_ == nullptr) return KernelProvisioner::workspace_remover();
    return [removal = sandbox_->removal()](const std::string& folder) { removal->remove(folder); };
}

Result<void> LocalProvisioner::availability(Language language) const {
    // Asked for each run, so it looks at nothing: launch() finds out what has gone missing since.
    return language == Language::javascript ? javascript_state_ : python_state_;
}

Result<void> LocalProvisioner::check_installation(Language language) const {
    const bool is_python = language == Language::python;
    const std::string name(language_name(language));
    const std::string& runner = is_python ? paths_.python_runner : paths_.javascript_runner;
    if (!(is_python ? config_.python : config_.javascript).enabled) return unavailable(name + " is disabled");
    if (paths_.launcher.empty()) return unavailable("evald-launcher was not found beside the executable");
    if (runner.empty()) return unavailable("The " + name + " runner was not found beside the executable");
    if (::access(runner.c_str(), is_python ? R_OK : X_OK) != 0)
        return unavailable("The " + name + " runner " + runner + " is missing");
    return {};
}

asio::awaitable<Result<Interpreter>> LocalProvisioner::select_interpreter(LaunchRequest request) {
    InterpreterSources sources;
    sources.configured = config_.python_interpreter;
    sources.service_environment = service_environment_;
    sources.workspace = request.workspace;
    sources.data_dir = config_.data;
    InterpreterProbe::CommandMaker make_command = [this, request](std::vector<std::string> argv) {
        Result<Command> command = make_command_for(request, std::move(argv), {}, {});
        return command ? Result<SpawnRequest>(std::move(command->request)) : Result<SpawnRequest>(command.error());
    };
    co_return co_await interpreters_.select(std::move(sources), std::move(make_command));
}

Result<LocalProvisioner::Command> LocalProvisioner::make_command_for(const LaunchRequest& request,
                                                                     std::vector<std::string> argv,
                                                                     const std::string& kernel_mark,
                                                                     const std::string& venv) const {
    Command command;
    command.confinement.workspace = request.workspace;
    command.confinement.artifacts = request.artifacts_dir;
    const bool is_confined = sandbox_ != nullptr && sandbox_->is_on();
    if (is_confined) {
        // A link in a workspace is the cell's own: it must not open a place outside.
        std::vector<std::string> readable = paths_of_runners();
        if (request.language == Language::python && !is_below(argv.front(), request.workspace))
            add_interpreter_places(argv.front(), readable);
        Result<Confinement> confinement = sandbox_->confine(request.workspace, request.artifacts_dir, readable);
        if (!confinement) return confinement.error();
        command.confinement = std::move(*confinement);
        if (command.confinement.is_wrapped && is_below(argv.front(), request.workspace))
            argv.front().replace(0, request.workspace.size(), command.confinement.workspace);
    }
    KernelEnvironmentRequest wanted;
    wanted.workspace = command.confinement.workspace;
    wanted.artifacts_dir = command.confinement.artifacts;
    wanted.kernel_mark = kernel_mark;
    wanted.venv = venv;
    wanted.is_confined = is_confined;
    wanted.max_concurrency = config_.tools.max_concurrency;
    if (request.language == Language::javascript) wanted.heap_limit = config_.javascript_heap;
    command.request.argv =
        launcher_argv(paths_.launcher, request.workspace, command.confinement.options, std::move(argv));
    command.request.environment = kernel_environment(service_environment_, wanted);
    return command;
}

std::vector<std::string> LocalProvisioner::paths_of_runners() const {
    std::vector<std::string> paths;
    if (!paths_.javascript_runner.empty()) paths.push_back(paths_.javascript_runner);
    if (paths_.python_runner.empty()) return paths;
    // Python finds the package by the list of the folder that it is in. Of a copy that folder is its own.
    const std::filesystem::path runner(paths_.python_runner);
    const bool is_copy = paths_.python_runner.starts_with(config_.data + "/runners/");
    paths.push_back(is_copy ? runner.parent_path().string() : runner.string());
    return paths;
}

asio::awaitable<Result<LocalProvisioner::Command>> LocalProvisioner::compose(LaunchRequest request,
                                                                             std::string kernel_mark) {
    std::vector<std::string> argv;
    std::string venv;
    if (request.language == Language::python) {
        Result<Interpreter> interpreter = co_await select_interpreter(request);
        if (!interpreter) co_return interpreter.error();
        argv.push_back(interpreter->path);
        argv.push_back(paths_.python_runner);
        venv = interpreter->venv;
    } else {
        argv.push_back(paths_.javascript_runner);
    }
    co_return make_command_for(request, std::move(argv), kernel_mark, venv);
}

asio::awaitable<Result<std::unique_ptr<Kernel>>> LocalProvisioner::launch(LaunchRequest request) {
    const Result<void> installed = check_installation(request.language);
    if (!installed) co_return installed.error();
    ProcessKernelOptions options;
    options.language = request.language;
    options.max_line = config_.limits.frame;
    options.max_waiting_requests = config_.kernel.request_bytes;
    options.exit_grace = config_.kernel.exit_grace;
    options.heartbeat = config_.kernel.heartbeat;
    options.kernel_mark = random_id();
    const std::string workspace = request.workspace;
    options.workspace = workspace;

    Result<Command> command = co_await compose(std::move(request), options.kernel_mark);
    if (!command) co_return command.error();
    options.inner_workspace = command->confinement.workspace;
    options.is_wrapped = command->confinement.is_wrapped;
    const uid_t user = command->confinement.user;
    if (user != 0) {
        options.memory_kills = sandbox_->memory_kills(user);
        options.memory_explanation = memory_excess(config_.sandbox.memory);
    }
    const bool shares_folders = user != 0 && !options.is_wrapped;
    Result<Channels> channels = open_channels(command->request);
    if (!channels) co_return channels.error();
    if (user != 0) give_outputs_to(user, command->request);
    Result<ChildProcess> process = co_await spawner_.spawn(std::move(command->request));
    if (!process) co_return process.error();

    auto kernel = std::make_unique<ProcessKernel>(loop_, std::move(*process), std::move(channels->ends),
                                                  std::move(channels->requests), std::move(options), sweeper_);
    const Result<void> ready = co_await kernel->wait_until_ready(config_.kernel.start_timeout);
    if (!ready) co_return ready.error();
    if (sandbox_ != nullptr && sandbox_->is_on()) kernel->hold(watch_->add(*kernel, workspace, user, shares_folders));
    co_return std::unique_ptr<Kernel>(std::move(kernel));
}

}  // namespace evald
