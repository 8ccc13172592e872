#pragma once

#include "base/error.hpp"
#include "kernel/interpreter_candidates.hpp"
#include "platform/spawner.hpp"

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstdint>
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

/// Chooses an interpreter by running the candidates in turn the way a kernel will run, and remembers what came out.
///
/// A remembered success is tried again when the file has changed, a failure also after 30 s. Loop thread only; must
/// outlive its coroutines.
class InterpreterProbe {
public:
    /// Makes the command that runs `argv` as a kernel would be (through the launcher, with its environment).
    using CommandMaker = std::function<Result<SpawnRequest>(std::vector<std::string> argv)>;

    InterpreterProbe(Spawner& spawner, std::chrono::milliseconds limit) : spawner_(spawner), limit_(limit) {}

    /// The first that works; a failure names each that was tried and why it was no use.
    boost::asio::awaitable<Result<Interpreter>> select(InterpreterSources sources, CommandMaker make_command);

private:
    struct Remembered {
        Result<Interpreter> outcome;
        std::int64_t file_stamp = 0;
        std::chrono::steady_clock::time_point tried_at;
    };
    boost::asio::awaitable<Result<Interpreter>> try_candidate(InterpreterCandidate candidate,
                                                              CommandMaker make_command);
    boost::asio::awaitable<Result<Interpreter>> run_candidate(InterpreterCandidate candidate,
                                                              CommandMaker make_command);

    Spawner& spawner_;
    std::chrono::milliseconds limit_;
    std::map<std::string, Remembered> remembered_;
};

}  // namespace evald
