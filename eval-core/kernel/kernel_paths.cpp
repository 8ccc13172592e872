#include "kernel/kernel_paths.hpp"

#include <filesystem>
#include <system_error>

namespace evald {
namespace {

std::string first_existing(const std::string& executable_dir, const std::string& name) {
    std::error_code ignored;
    for (const std::string& folder : {executable_dir, executable_dir + "/../share/evald"}) {
        const std::filesystem::path candidate = std::filesystem::path(folder) / name;
        if (std::filesystem::exists(candidate, ignored)) return candidate.lexically_normal().string();
    }
    return {};
}

}  // namespace

KernelPaths find_kernel_paths(const Config& config, const std::string& executable_dir) {
    KernelPaths paths;
    paths.launcher = first_existing(executable_dir, "evald-launcher");
    paths.python_runner = config.python.runner;
    if (paths.python_runner.empty()) paths.python_runner = first_existing(executable_dir, "runners/python/eval_runner");
    paths.javascript_runner = config.javascript.runner;
    if (paths.javascript_runner.empty()) paths.javascript_runner = first_existing(executable_dir, "evald-js");
    return paths;
}

std::string own_executable_dir() {
    static const std::string folder = [] {
        std::error_code error;
        return std::filesystem::read_symlink("/proc/self/exe", error).parent_path().string();
    }();
    return folder;
}

}  // namespace evald
