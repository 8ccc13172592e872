#include "kernel/interpreter_probe.hpp"

#include "base/utf8.hpp"
#include "platform/run_to_end.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>
#include <sys/stat.h>
#include <utility>

namespace evald {
namespace asio = boost::asio;
namespace {

constexpr std::chrono::seconds k_failure_is_remembered{30};
constexpr std::string_view k_answer_mark = "evald-probe\n";

/// Must run on any Python, so that an old one can be told its version.
constexpr const char* k_script =
    "import sys\n"
    "sys.stdout.write('evald-probe\\n%d.%d.%d\\n' % tuple(sys.version_info[:3]))\n"
    "sys.stdout.write('%s\\n%s\\n%s\\n' % (sys.executable, sys.prefix, getattr(sys, 'base_prefix', sys.prefix)))\n";

Error unusable(std::string why) { return Error{ErrorCode::unavailable, std::move(why)}; }

/// Changes with the file's content; 0 when there is none.
std::int64_t stamp_of(const std::string& path) {
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) return 0;
    return info.st_mtim.tv_sec * 1'000'000'000 + info.st_mtim.tv_nsec + info.st_size;
}

std::string_view take_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

/// What the interpreter said in the end, for people.
std::string last_line(std::string_view output) {
    const std::size_t end = output.find_last_not_of(" \t\r\n") + 1;
    const std::string_view text = output.substr(0, end);
    std::string line;
    Utf8Decoder decoder;
    decoder.decode(text.substr(text.rfind('\n') + 1), line);
    decoder.flush(line);
    return line;
}

Result<Interpreter> read_answer(std::string_view answer, const InterpreterCandidate& candidate) {
    Interpreter interpreter;
    interpreter.version = take_line(answer);
    const std::string_view executable = take_line(answer);
    const std::string_view prefix = take_line(answer);
    const std::string_view base_prefix = take_line(answer);
    int major = 0;
    int minor = 0;
    if (std::sscanf(interpreter.version.c_str(), "%d.%d", &major, &minor) != 2) return unusable("gave no version");
    if (std::pair(major, minor) < std::pair(3, 8))
        return unusable("is Python " + interpreter.version + "; 3.8 or newer is needed");
    interpreter.path = executable.empty() ? candidate.path : executable;
    interpreter.venv = prefix != base_prefix ? std::string(prefix) : candidate.environment_dir;
    return interpreter;
}

}  // namespace

asio::awaitable<Result<Interpreter>> InterpreterProbe::select(InterpreterSources sources, CommandMaker make_command) {
    const std::vector<InterpreterCandidate> candidates = interpreter_candidates(sources);
    std::string faults;
    int retry_after_s = 0;
    for (const InterpreterCandidate& candidate : candidates) {
        Result<Interpreter> outcome = co_await try_candidate(candidate, make_command);
        if (outcome) co_return outcome;
        retry_after_s = std::max(retry_after_s, outcome.error().retry_after_s);
        faults += (faults.empty() ? "" : "; ") + candidate.path + " " + outcome.error().message;
    }
    if (!faults.empty())
        co_return Error{ErrorCode::unavailable, "No usable Python interpreter: " + faults, {}, retry_after_s};
    if (!sources.configured.empty())
        co_return unusable("python.interpreter " + sources.configured + " is not an executable file");
    co_return unusable("No Python interpreter found (python3 is not on PATH)");
}

asio::awaitable<Result<Interpreter>> InterpreterProbe::try_candidate(InterpreterCandidate candidate,
                                                                     CommandMaker make_command) {
    const std::string key = candidate.path;
    const std::int64_t stamp = stamp_of(key);
    const auto now = std::chrono::steady_clock::now();
    const auto known = remembered_.find(key);
    if (known != remembered_.end()) {
        const Remembered& earlier = known->second;
        const bool is_fresh = earlier.outcome || now - earlier.tried_at < k_failure_is_remembered;
        if (earlier.file_stamp == stamp && is_fresh) co_return earlier.outcome;
    }
    Result<Interpreter> outcome = co_await run_candidate(std::move(candidate), std::move(make_command));
    // A machine that was too busy for an answer in time is not the interpreter's fault: the next caller asks again.
    const bool was_too_slow = !outcome && outcome.error().retry_after_s > 0;
    if (!was_too_slow) remembered_.insert_or_assign(key, Remembered{outcome, stamp, now});
    co_return outcome;
}

asio::awaitable<Result<Interpreter>> InterpreterProbe::run_candidate(InterpreterCandidate candidate,
                                                                     CommandMaker make_command) {
    std::vector<std::string> argv;
    argv.push_back(candidate.path);
    argv.emplace_back("-c");
    argv.emplace_back(k_script);
    Result<SpawnRequest> command = make_command(std::move(argv));
    if (!command) co_return command.error();
    Result<EndedProcess> ended = co_await run_to_end(spawner_, std::move(*command), limit_);
    if (!ended) co_return ended.error();
    const std::string& output = ended->output;
    if (ended->status.signaled || ended->status.value != 0) {
        co_return unusable(ended->status.describe() + ": " + last_line(output));
    }
    const std::size_t mark = output.find(k_answer_mark);
    if (mark == std::string::npos) co_return unusable("is no Python");
    co_return read_answer(std::string_view(output).substr(mark + k_answer_mark.size()), candidate);
}

}  // namespace evald
