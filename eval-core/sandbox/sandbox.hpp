#pragma once

#include "base/error.hpp"
#include "config/config.hpp"
#include "platform/spawner.hpp"
#include "sandbox/sandbox_layers.hpp"
#include "sandbox/session_cgroups.hpp"
#include "sandbox/session_guard.hpp"
#include "sandbox/session_users.hpp"
#include "sandbox/workspace_removal.hpp"

#include <boost/asio/awaitable.hpp>
#include <functional>
#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

namespace evald {

/// How one process is to be confined.
struct Confinement {
    std::vector<std::string> options;  ///< of evald-launcher, --sandbox and what belongs to it
    std::string workspace;             ///< where the process sees its workspace
    std::string artifacts;             ///< and the session's artifacts
    bool is_wrapped = false;           ///< bubblewrap stands between: the kernel is a grandchild
    uid_t user = 0;                    ///< the session's; 0: the server's own
};

/// What confines kernels on this machine: chooses the layers at start, and says for each process how.
///
/// prepare() first. Loop thread, except what removal() gives. `config` and the spawner outlive it.
class Sandbox {
public:
    /// `launcher`: path of evald-launcher.
    Sandbox(Spawner& spawner, const Config& config, std::string launcher);
    ~Sandbox();
    Sandbox(const Sandbox&) = delete;
    Sandbox& operator=(const Sandbox&) = delete;

    /// Tries the configured mode, or for `auto` the strongest first, by running a program in it. Fails, with what is
    /// wrong and what helps, when that does not work; never falls back to `none`.
    boost::asio::awaitable<Result<void>> prepare();
    [[nodiscard]] const SandboxLayers& layers() const { return layers_; }
    [[nodiscard]] bool is_on() const { return layers_.mode != SandboxMode::none; }

    /// Gives a session that is made its user: the owner of its workspace from now on. Fails when none is free.
    Result<void> own(const std::string& workspace);
    /// For a process of the session whose workspace this is ("/": of no session, a trial).
    /// `readable`: places that it needs beside the system's. Fails when no user is free.
    Result<Confinement> confine(const std::string& workspace, const std::string& artifacts,
                                const std::vector<std::string>& readable);
    /// Where a runner can be used from: a copy in the data folder, or where it is.
    Result<std::string> reachable_runner(const std::string& runner) const;
    /// What tells how often the system has ended a process of this user for want of memory.
    [[nodiscard]] std::function<std::uint64_t()> memory_kills(uid_t user) const;
    /// Removes the folders of sessions that are over; may be used after this has gone.
    [[nodiscard]] std::shared_ptr<WorkspaceRemoval> removal() const { return removal_; }

private:
    Result<void> prepare_users();
    boost::asio::awaitable<void> prepare_cgroups();
    boost::asio::awaitable<Result<void>> choose_mode();
    /// What the trial said, or nothing when it went well.
    boost::asio::awaitable<std::string> try_layers(SandboxLayers layers);
    /// `program`: that is run with the options, and has to end with 0.
    boost::asio::awaitable<std::string> try_options(std::vector<std::string> options, std::vector<std::string> program);
    /// Gives sessions networks of their own, where the network is on and that works.
    boost::asio::awaitable<void> choose_network();
    boost::asio::awaitable<int> ask_landlock();
    Result<uid_t> user_of(const std::string& workspace);
    [[nodiscard]] std::vector<std::string> options_for(uid_t user) const;

    Spawner& spawner_;
    const Config& config_;
    std::string launcher_, bubblewrap_, translator_;
    SandboxLayers layers_;
    std::shared_ptr<SessionUsers> users_;
    std::shared_ptr<SessionGuard> guard_;
    std::shared_ptr<SessionCgroups> cgroups_;
    std::shared_ptr<WorkspaceRemoval> removal_;
};

}  // namespace evald
