#include "kernel/interpreter_candidates.hpp"

#include "kernel/kernel_environment.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace evald {
namespace {

bool is_executable_file(const std::string& path) {
    struct stat info {};
    return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

class Candidates {
public:
    void add(std::string path, std::string_view environment_dir) {
        const bool is_known =
            std::any_of(found_.begin(), found_.end(), [&](const auto& other) { return other.path == path; });
        if (!is_known && is_executable_file(path)) found_.push_back({std::move(path), std::string(environment_dir)});
    }

    void add_environment(std::string_view folder) {
        if (!folder.starts_with('/')) return;
        for (const char* const name : {"/bin/python3", "/bin/python"}) add(std::string(folder) + name, folder);
    }

    void add_from_path(std::string_view path, std::string_view name) {
        while (!path.empty()) {
            const std::size_t end = std::min(path.find(':'), path.size());
            const std::string_view folder = path.substr(0, end);
            // A relative entry would mean whatever folder the service was started in.
            if (folder.starts_with('/')) add(std::string(folder) + "/" + std::string(name), {});
            path.remove_prefix(std::min(end + 1, path.size()));
        }
    }

    std::vector<InterpreterCandidate> take() { return std::move(found_); }

private:
    std::vector<InterpreterCandidate> found_;
};

}  // namespace

std::vector<InterpreterCandidate> interpreter_candidates(const InterpreterSources& sources) {
    Candidates candidates;
    const std::string_view path = environment_value(sources.service_environment, "PATH");
    if (sources.configured.find('/') != std::string::npos) {
        candidates.add(sources.configured, {});
        return candidates.take();
    }
    if (!sources.configured.empty()) {
        candidates.add_from_path(path, sources.configured);
        return candidates.take();
    }
    candidates.add_environment(environment_value(sources.service_environment, "VIRTUAL_ENV"));
    candidates.add_environment(environment_value(sources.service_environment, "CONDA_PREFIX"));
    if (!sources.workspace.empty()) {
        candidates.add_environment(sources.workspace + "/.venv");
        candidates.add_environment(sources.workspace + "/venv");
    }
    if (!sources.data_dir.empty()) candidates.add_environment(sources.data_dir + "/python-env");
    candidates.add_from_path(path, "python3");
    candidates.add_from_path(path, "python");
    return candidates.take();
}

}  // namespace evald
