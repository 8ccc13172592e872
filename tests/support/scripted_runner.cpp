#include "support/scripted_runner.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <utility>

namespace evald::test {
namespace {

constexpr std::string_view k_python_preamble = R"(#!/usr/bin/python3 -S
import os, json, sys, signal, time
requests = os.fdopen(3, "rb")
def send(**frame): os.write(4, (json.dumps(frame) + "\n").encode())
def ready(): send(type="ready", protocol=1, language="test", version="1.2.3")
def receive():
    line = requests.readline()
    if not line: sys.exit(0)
    return json.loads(line)
def barrier(n):
    send(type="barrier", n=n)
    while receive() != {"type": "barrier", "n": n}: pass
def done(id): send(type="done", id=id, status="ok", executionCount=1, cancelled=False)
def note(name, text):
    with open(name + ".new", "w") as file: file.write(str(text))
    os.rename(name + ".new", name)
)";

}  // namespace

std::string launcher_path() {
    if (const char* folder = std::getenv("EVALD_TEST_BUILD_DIR")) return std::string(folder) + "/evald-launcher";
    return own_executable_dir() + "/evald-launcher";
}

void RecordingObserver::on_frame(const Frame& frame) {
    switch (frame.type) {
        case FrameType::started: entries.emplace_back("started"); break;
        case FrameType::stdout_text:
            entries.push_back("stdout " + std::string(frame.text));
            pieces.emplace_back(OutputStream::out, frame.text);
            break;
        case FrameType::stderr_text:
            entries.push_back("stderr " + std::string(frame.text));
            pieces.emplace_back(OutputStream::err, frame.text);
            break;
        case FrameType::result:
        case FrameType::display: {
            const MimeEntry* const text = frame.bundle.find("text/plain");
            entries.push_back((frame.type == FrameType::result ? "result " : "display ") +
                              (text ? text->text : std::string()));
            break;
        }
        case FrameType::error: entries.push_back("error " + std::string(frame.ename)); break;
        case FrameType::tool: entries.push_back("tool " + std::string(frame.name) + " " + frame.args_json); break;
        case FrameType::done:
            entries.push_back(std::string("done ") + (frame.ok ? "ok" : "error") +
                              (frame.cancelled ? " cancelled" : ""));
            break;
        default: entries.emplace_back("other"); break;
    }
    if (also) also(frame);
}

void RecordingObserver::on_raw_output(OutputStream stream, std::string_view bytes) {
    raw_bytes += bytes.size();
    if (!keeps_output) return;
    entries.push_back((stream == OutputStream::out ? "raw out " : "raw err ") + std::string(bytes));
    pieces.emplace_back(stream, bytes);
}

void RecordingObserver::on_exit(const ExitStatus& status) { entries.push_back("exit " + status.describe()); }

bool RecordingObserver::has(std::string_view entry) const {
    return std::find(entries.begin(), entries.end(), entry) != entries.end();
}

std::string RecordingObserver::output(OutputStream stream) const {
    std::string all;
    for (const auto& [where, text] : pieces) {
        if (where == stream) all += text;
    }
    return all;
}

ScriptedRunner::ScriptedRunner() {
    config.kernel.exit_grace = std::chrono::milliseconds(400);
    config.kernel.heartbeat = std::chrono::milliseconds(600);
    config.data = dir / "data";
    std::filesystem::create_directory(dir.path() / "workspace");
}

Result<std::unique_ptr<Kernel>> ScriptedRunner::launch(const std::string& runner) {
    KernelPaths paths;
    paths.launcher = launcher_path();
    paths.javascript_runner = runner;
    provisioner =
        std::make_unique<LocalProvisioner>(loop.get_executor(), spawner, config, std::move(paths), own_environment());
    LaunchRequest request;
    request.language = Language::javascript;
    request.workspace = dir / "workspace";
    request.artifacts_dir = dir / "artifacts";
    return run_coroutine(loop, provisioner->launch(std::move(request)));
}

Result<std::unique_ptr<Kernel>> ScriptedRunner::try_launch_python(std::string_view script) {
    return launch(dir.write("runner.py", std::string(k_python_preamble) + std::string(script), true));
}

Result<std::unique_ptr<Kernel>> ScriptedRunner::try_launch_shell(std::string_view script) {
    return launch(dir.write("runner.sh", "#!/bin/sh\n" + std::string(script), true));
}

std::unique_ptr<Kernel> ScriptedRunner::launch_python(std::string_view script) {
    Result<std::unique_ptr<Kernel>> kernel = try_launch_python(script);
    if (!kernel) throw std::runtime_error(kernel.error().message);
    (*kernel)->set_observer(&seen);
    return std::move(*kernel);
}

std::unique_ptr<Kernel> ScriptedRunner::launch_shell(std::string_view script) {
    Result<std::unique_ptr<Kernel>> kernel = try_launch_shell(script);
    if (!kernel) throw std::runtime_error(kernel.error().message);
    (*kernel)->set_observer(&seen);
    return std::move(*kernel);
}

void ScriptedRunner::until_entry(std::string_view entry) {
    until([&] { return seen.has(entry); });
}

pid_t ScriptedRunner::pid_in_file(const std::string& name) {
    pid_t pid = 0;
    until([&] {
        std::ifstream file(dir / ("workspace/" + name));
        return static_cast<bool>(file >> pid);
    });
    return pid;
}

}  // namespace evald::test
