#pragma once

#include "config/config.hpp"
#include "kernel/kernel.hpp"
#include "kernel/local_provisioner.hpp"
#include "platform/spawner.hpp"
#include "support/run_coroutine.hpp"
#include "support/temp_dir.hpp"

#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace evald::test {

/// The launcher of this build.
std::string launcher_path();

/// Hears a kernel and writes everything down, one entry a call: "started", "stdout hello", "raw out bytes", "done ok",
/// "exit exited with code 0".
class RecordingObserver final : public KernelObserver {
public:
    void on_frame(const Frame& frame) override;
    void on_raw_output(OutputStream stream, std::string_view bytes) override;
    void on_exit(const ExitStatus& status) override;

    [[nodiscard]] bool has(std::string_view entry) const;
    /// All that came on one stream, in frames and raw.
    [[nodiscard]] std::string output(OutputStream stream) const;

    std::vector<std::string> entries;
    std::vector<std::pair<OutputStream, std::string>> pieces;
    std::size_t raw_bytes = 0;
    bool keeps_output = true;  ///< false: only counts raw bytes
    std::function<void(const Frame&)> also;
};

/// Starts kernels whose runner is a script of the test, through the real launcher and provisioner.
///
/// Scripts are Python (with send(**frame), receive(), barrier() and ready() at hand) or shell; they stand in for the
/// JavaScript runner, which is a plain executable. Graces are short.
struct ScriptedRunner {
    ScriptedRunner();

    Result<std::unique_ptr<Kernel>> try_launch_python(std::string_view script);
    Result<std::unique_ptr<Kernel>> try_launch_shell(std::string_view script);
    /// The same, started and observed.
    std::unique_ptr<Kernel> launch_python(std::string_view script);
    std::unique_ptr<Kernel> launch_shell(std::string_view script);
    void until(const std::function<bool()>& condition) { run_until(loop, condition); }
    void until_entry(std::string_view entry);
    /// A number that the script wrote into a file of its workspace.
    pid_t pid_in_file(const std::string& name);

    boost::asio::io_context loop;
    TempDir dir;
    Config config;
    Spawner spawner{loop.get_executor()};
    RecordingObserver seen;
    std::unique_ptr<LocalProvisioner> provisioner;  ///< of the last launch

private:
    Result<std::unique_ptr<Kernel>> launch(const std::string& runner);
};

}  // namespace evald::test
