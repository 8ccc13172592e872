#pragma once

#include "base/error.hpp"
#include "platform/spawner.hpp"

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace evald {

/// A Python interpreter that has been tried and works.
struct Interpreter {
    std::string path;     ///< as sys.executable says, so that a shim on PATH is paid for once
    std::string version;  ///< "3.11.2"
    std::string venv;     ///< its environment's folder when it is one (venv or conda), else empty
};

/// Where a Python interpreter may be, in the order of preference.
struct InterpreterSources {
    std::string configured;  ///< when set, nothing else is looked at
    std::vector<std::string> service_environment;
    std::string workspace;   ///< whose .venv or venv counts; empty: none
    std::string data_dir;    ///< whose python-env is the managed environment
};

/// A path to try, and the environment folder that it was found in (empty: on PATH or configured).
struct InterpreterCandidate {
    std::string path;
    std::string environment_dir;
};

/// Those candidates that exist as files. Looks at the disk, runs nothing.
std::vector<InterpreterCandidate> interpreter_candidates(const InterpreterSources& sources);

/// Chooses an interpreter by running the candidates in turn the way a kernel will run, and remembers what came out.
///
/// A remembered success is tried again when the file has changed, a failure after 30 s. Loop thread only.
class InterpreterProbe {
public:
    /// Makes the command that runs `argv` as a kernel would (through the launcher, with its environment).
    using CommandMaker = std::function<SpawnRequest(std::vector<std::string> argv)>;

    explicit InterpreterProbe(Spawner& spawner) : spawner_(spawner) {}

    /// The first that works; a failure names each that was tried and why it was no use.
    boost::asio::awaitable<Result<Interpreter>> select(InterpreterSources sources, CommandMaker make_command);

private:
    struct Remembered {
        Result<Interpreter> outcome;
        std::int64_t file_stamp = 0;
        std::chrono::steady_clock::time_point tried_at;
    };
    boost::asio::awaitable<Result<Interpreter>> try_candidate(InterpreterCandidate candidate, CommandMaker make_command);

    Spawner& spawner_;
    std::map<std::string, Remembered> remembered_;
};

}  // namespace evald
