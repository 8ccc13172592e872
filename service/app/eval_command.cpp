#include "app/eval_command.hpp"

#include "app/engine.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <sys/stat.h>
#include <utility>

namespace evald::service {
namespace {

/// A folder that goes with its owner.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "evald-XXXXXX").string();
        if (::mkdtemp(pattern.data()) == nullptr) return;
        path_ = pattern;
        ::chmod(path_.c_str(), 0711);  // the session's user passes through it
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    std::string path_;
};

std::optional<std::string> read_code(const std::string& file) {
    if (file == "-") return std::string(std::istreambuf_iterator<char>(std::cin), {});
    std::ifstream in(file, std::ios::binary);
    if (!in) return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(in), {});
}

int tell(const std::string& fault) {
    std::fprintf(stderr, "evald: %s\n", fault.c_str());
    return 1;
}

void print_result(const std::string& result, bool as_json) {
    if (as_json) {
        std::puts(result.c_str());
        return;
    }
    const auto parsed = nlohmann::json::parse(result, nullptr, false);
    std::puts(parsed.value("/content/0/text"_json_pointer, std::string()).c_str());
}

boost::asio::awaitable<int> evaluate(Engine& engine, EvalRequest request, bool as_json) {
    const Result<void> started = co_await engine.start();
    if (!started) co_return tell(started.error().message);
    SubmitOptions options;
    options.principal = "local";
    Result<Submitted> submitted = engine.evaluator().submit(std::move(request), options, false);
    int code = 1;
    if (submitted) {
        const std::shared_ptr<Run> run = submitted->run;
        co_await run->wait_finished();
        print_result(*run->result_json(), as_json);
        code = run->is_error() ? 1 : 0;
    } else {
        tell(submitted.error().message);
    }
    co_await engine.evaluator().stop();
    co_return code;
}

}  // namespace

int run_eval_command(Config config, const EvalCommand& command) {
    auto code = read_code(command.file);
    if (!code) return tell("cannot read " + command.file);
    const TemporaryFolder folder;
    if (!command.keeps_data) config.data = folder.path();
    config.python.spares = config.javascript.spares = 0;  // nobody would use them
    CellSpec cell;
    cell.language = *language_from_request(command.language);
    cell.code = std::move(*code);
    cell.timeout = config.limits.cell_timeout_max;
    EvalRequest request;
    request.cells.push_back(std::move(cell));
    boost::asio::io_context loop(1);
    auto engine = Engine::make(loop.get_executor(), config);
    if (!engine) return tell(engine.error().message);
    int exit_code = 1;
    boost::asio::co_spawn(loop, evaluate(**engine, std::move(request), command.prints_json),
                          [&exit_code](const std::exception_ptr& error, int value) {
                              if (error) std::rethrow_exception(error);
                              exit_code = value;
                          });
    loop.run();
    return exit_code;
}

}  // namespace evald::service
