#include "sandbox/sandbox.hpp"

#include "platform/run_to_end.hpp"
#include "sandbox/data_folder.hpp"
#include "sandbox/runner_copy.hpp"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace evald {
namespace asio = boost::asio;
namespace {

constexpr std::chrono::seconds k_trial_limit{10};
// Shadow memory of sanitizers counts as data: under a limit to it nothing that is built with one starts.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool k_limits_data = false;
#else
constexpr bool k_limits_data = true;
#endif
/// Of the machine, as users are. No server removes it: another may have it open.
constexpr const char* k_user_claims = "/run/evald-session-users";
constexpr const char* k_inner_workspace = "/workspace";
constexpr const char* k_inner_artifacts = "/artifacts";

Error unavailable(std::string message) { return Error{ErrorCode::unavailable, std::move(message)}; }

/// Not by PATH: it is for root's programs alone.
std::string find_program(std::string_view name) {
    for (const char* const folder : {"/usr/bin/", "/usr/local/bin/", "/bin/"}) {
        std::string path = folder + std::string(name);
        if (::access(path.c_str(), X_OK) == 0) return path;
    }
    return {};
}

/// What the translator of a session's network opens, as the session's user.
bool is_tunnel_for_everyone() {
    constexpr mode_t k_everyone = S_IROTH | S_IWOTH;
    struct stat status {};
    return ::stat("/dev/net/tun", &status) == 0 && S_ISCHR(status.st_mode) &&
           (status.st_mode & k_everyone) == k_everyone;
}

std::vector<std::string> trial_program() { return {"/bin/true"}; }

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

Sandbox::Sandbox(Spawner& spawner, const Config& config, std::string launcher)
    : spawner_(spawner),
      config_(config),
      launcher_(std::move(launcher)),
      bubblewrap_(find_program("bwrap")),
      translator_(find_program("slirp4netns")),
      guard_(std::make_shared<SessionGuard>()),
      cgroups_(std::make_shared<SessionCgroups>()),
      removal_(std::make_shared<WorkspaceRemoval>(launcher_, guard_, cgroups_)) {}

Sandbox::~Sandbox() { cgroups_->remove_all(); }

asio::awaitable<Result<void>> Sandbox::prepare() {
    if (config_.sandbox.mode == "none") co_return Result<void>();
    layers_.network = config_.sandbox.network == "on" ? SandboxNetwork::host : SandboxNetwork::off;
    if (::geteuid() == 0) {
        const Result<void> prepared = prepare_users();
        if (!prepared) co_return prepared.error();
        co_await prepare_cgroups();
    }
    Result<void> chosen = co_await choose_mode();
    if (chosen && layers_.network != SandboxNetwork::off) co_await choose_network();
    co_return chosen;
}

Result<void> Sandbox::prepare_users() {
    const std::optional<UserRange> range = parse_user_range(config_.sandbox.uids);
    if (!range) return unavailable("sandbox.uids is no range of users");
    const Result<void> passable = open_data_folder_to_users(config_.data);
    if (!passable) return passable.error();
    users_ = std::make_shared<SessionUsers>(*range, config_.data, k_user_claims);
    for (const char* const folder : {"/workspaces", "/trash"}) users_->note_owners_in(config_.data + folder);
    layers_.has_users = true;
    const Result<void> guarded = guard_->start(launcher_);
    if (!guarded) return guarded.error();
    removal_->use(users_);
    return {};
}

/// The watch over processes and files in memory ends a session earlier and says more: this is for what it does not see.
asio::awaitable<void> Sandbox::prepare_cgroups() {
    constexpr std::uint64_t k_more_memory = 32ULL << 20U, k_more_processes = 16;  // bubblewrap's are in it, too
    CgroupLimits limits;
    limits.memory = config_.sandbox.memory + 2 * config_.sandbox.scratch + k_more_memory;
    limits.processes = static_cast<std::uint64_t>(config_.sandbox.processes) + k_more_processes;
    cgroups_->find(limits);
    if (!cgroups_->are_there()) co_return;
    std::vector<std::string> options;
    for (const std::string& folder : cgroups_->folders_of(users_->trial_user()))
        options.push_back("--cgroup=" + folder);
    const std::string fault = co_await try_options(std::move(options), trial_program());
    if (!fault.empty()) cgroups_->give_up();
    layers_.cgroup = cgroups_->kind();
}

asio::awaitable<Result<void>> Sandbox::choose_mode() {
    struct Choice {
        SandboxMode mode;
        bool proc;
    };
    constexpr std::array<Choice, 3> k_choices{
        {{SandboxMode::bwrap, true}, {SandboxMode::bwrap, false}, {SandboxMode::rlimits, false}}};
    const int landlock = co_await ask_landlock();
    std::string faults;
    for (const Choice& choice : k_choices) {
        if (config_.sandbox.mode != "auto" && config_.sandbox.mode != sandbox_mode_name(choice.mode)) continue;
        SandboxLayers layers = layers_;
        layers.mode = choice.mode;
        layers.has_own_proc = choice.proc;
        layers.landlock = choice.mode == SandboxMode::rlimits ? landlock : 0;
        const std::string fault = co_await try_layers(layers);
        if (fault.empty()) {
            layers_ = layers;
            co_return Result<void>();
        }
        faults += std::string(faults.empty() ? "" : "; ") + std::string(sandbox_mode_name(choice.mode)) +
                  (choice.mode == SandboxMode::bwrap && !choice.proc ? " without /proc" : "") + ": " + fault;
    }
    co_return unavailable("sandbox.mode " + config_.sandbox.mode + " does not work here: " + faults);
}

asio::awaitable<std::string> Sandbox::try_layers(SandboxLayers layers) {
    if (layers.mode == SandboxMode::bwrap && bubblewrap_.empty()) co_return "bwrap is not installed (bubblewrap)";
    std::swap(layers_, layers);
    Result<Confinement> confinement = confine("/", {}, {});
    std::swap(layers_, layers);
    if (!confinement) co_return confinement.error().message;
    std::string fault = co_await try_options(std::move(confinement->options), trial_program());
    co_return fault;
}

asio::awaitable<void> Sandbox::choose_network() {
    std::string& fault = layers_.why_host_network;
    if (layers_.mode != SandboxMode::bwrap)
        fault = "sandbox.mode is " + std::string(sandbox_mode_name(layers_.mode));
    else if (!layers_.has_own_proc)
        fault = "sessions have no /proc of their own";
    else if (translator_.empty())
        fault = "slirp4netns is not installed";
    else if (!is_tunnel_for_everyone())
        fault = "/dev/net/tun is not there for everyone to open";
    if (!fault.empty()) co_return;
    layers_.network = SandboxNetwork::translated;
    const Result<Confinement> confinement = confine("/", {}, {});
    if (!confinement) {
        fault = confinement.error().message;
    } else {
        // The device that it has brought up: a translator that fails leaves the program without.
        std::vector<std::string> program{"/bin/grep", "-q", "tap0", "/proc/net/dev"};
        fault = co_await try_options(confinement->options, std::move(program));
    }
    if (!fault.empty()) layers_.network = SandboxNetwork::host;
}

asio::awaitable<std::string> Sandbox::try_options(std::vector<std::string> options, std::vector<std::string> program) {
    SpawnRequest request;
    request.argv = {launcher_, "--parent=" + std::to_string(::getpid()), "--cwd=/"};
    for (std::string& option : options) request.argv.push_back(std::move(option));
    request.argv.emplace_back("--");
    for (std::string& word : program) request.argv.push_back(std::move(word));
    request.environment = {"PATH=/usr/bin:/bin"};
    Result<EndedProcess> ended = co_await run_to_end(spawner_, std::move(request), k_trial_limit);
    if (!ended) co_return ended.error().message;
    const bool is_well = !ended->status.signaled && ended->status.value == 0;
    if (is_well) co_return std::string();
    std::string said = first_line(ended->output);
    co_return said.empty() ? ended->status.describe() : said;
}

asio::awaitable<int> Sandbox::ask_landlock() {
    SpawnRequest request;
    request.argv = {launcher_, "--landlock"};
    Result<EndedProcess> ended = co_await run_to_end(spawner_, std::move(request), k_trial_limit);
    int version = 0;
    if (ended) std::from_chars(ended->output.data(), ended->output.data() + ended->output.size(), version);
    co_return version;
}

Result<uid_t> Sandbox::user_of(const std::string& workspace) {
    if (users_ == nullptr) return uid_t{0};
    if (workspace == "/") return users_->trial_user();
    struct stat status {};
    if (::lstat(workspace.c_str(), &status) != 0)
        return unavailable("The workspace is not there: " + std::string(std::strerror(errno)));
    if (users_->is_ours(status.st_uid)) {
        guard_->watch(status.st_uid);
        return status.st_uid;
    }
    const std::optional<uid_t> user = users_->take();
    if (!user) return unavailable("All users of sandbox.uids are taken by sessions");
    if (!give_folder(workspace, *user)) {
        users_->give_back(*user);
        return unavailable("The workspace cannot be given to its user: " + std::string(std::strerror(errno)));
    }
    guard_->watch(*user);
    return *user;
}

Result<void> Sandbox::own(const std::string& workspace) {
    const Result<uid_t> user = user_of(workspace);
    if (!user) return user.error();
    return {};
}

std::vector<std::string> Sandbox::options_for(uid_t user) const {
    const Config::Sandbox& limits = config_.sandbox;
    std::vector<std::string> options{"--sandbox=" + std::string(sandbox_mode_name(layers_.mode))};
    const auto limit = [&options](const char* name, std::uint64_t value) {
        options.push_back(std::string("--limit=") + name + ":" + std::to_string(value));
    };
    if (k_limits_data) limit("data", limits.memory);
    limit("fsize", limits.file);
    limit("nofile", static_cast<std::uint64_t>(limits.descriptors));
    for (const char* const none : {"memlock", "msgqueue", "rtprio"}) limit(none, 0);
    if (user != 0) {
        options.push_back("--user=" + std::to_string(user));
        // Counted by user, so not where the session shares one with the server.
        limit("nproc", static_cast<std::uint64_t>(limits.processes));
        for (const std::string& folder : cgroups_->folders_of(user)) options.push_back("--cgroup=" + folder);
    }
    if (layers_.network == SandboxNetwork::host) options.emplace_back("--network");
    if (layers_.network == SandboxNetwork::translated) options.push_back("--translator=" + translator_);
    if (layers_.mode != SandboxMode::bwrap) return options;
    options.push_back("--bwrap=" + bubblewrap_);
    options.push_back("--scratch=" + std::to_string(limits.scratch));
    if (!layers_.has_own_proc) options.emplace_back("--no-proc");
    return options;
}

Result<Confinement> Sandbox::confine(const std::string& workspace, const std::string& artifacts,
                                     const std::vector<std::string>& readable) {
    Confinement confinement;
    confinement.workspace = workspace;
    confinement.artifacts = artifacts;
    if (layers_.mode == SandboxMode::none) return confinement;
    const Result<uid_t> user = user_of(workspace);
    if (!user) return user.error();
    confinement.user = *user;
    confinement.options = options_for(*user);
    for (const auto* list : {&config_.sandbox.read_only, &readable})
        for (const std::string& path : *list) confinement.options.push_back("--read=" + path);
    if (!artifacts.empty()) {
        confinement.options.push_back("--artifacts=" + artifacts);
        if (*user != 0) let_group_read(artifacts, *user);
    }
    confinement.is_wrapped = layers_.mode == SandboxMode::bwrap;
    if (confinement.is_wrapped) {
        confinement.workspace = workspace == "/" ? "/" : k_inner_workspace;
        confinement.artifacts = k_inner_artifacts;
    }
    return confinement;
}

std::function<std::uint64_t()> Sandbox::memory_kills(uid_t user) const {
    return [cgroups = cgroups_, user] { return cgroups->ended_for_memory(user); };
}

Result<std::string> Sandbox::reachable_runner(const std::string& runner) const {
    if (!is_on()) return runner;
    return copy_runner(runner, config_.data + "/runners");
}

}  // namespace evald
