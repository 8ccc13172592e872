#pragma once

#include "config/config.hpp"

#include <string>

namespace evald {

/// Where the executables of kernels are. Empty: not found.
struct KernelPaths {
    std::string launcher;
    std::string python_runner;  ///< the package's folder
    std::string javascript_runner;
};

/// The configured runners, else what lies beside the executable in `executable_dir` or in ../share/evald.
KernelPaths find_kernel_paths(const Config& config, const std::string& executable_dir);
/// The folder of the running executable, looked up once: a process that is not dumpable may not ask later.
std::string own_executable_dir();

}  // namespace evald
