#pragma once

#include <string>
#include <vector>

namespace evald {

/// Where a Python interpreter may be.
struct InterpreterSources {
    std::string configured;  ///< a path, or a name on PATH; when set, nothing else is looked at
    std::vector<std::string> service_environment;
    std::string workspace;  ///< whose .venv or venv counts; empty: none
    std::string data_dir;   ///< whose python-env is the managed environment
};

/// A path to try, and the environment folder that it was found in (empty: on PATH or configured).
struct InterpreterCandidate {
    std::string path;
    std::string environment_dir;
};

/// The executable files among the places, best first: VIRTUAL_ENV, CONDA_PREFIX, the workspace's .venv and venv, the
/// managed environment, python3 and python on PATH. Looks at the disk, runs nothing.
std::vector<InterpreterCandidate> interpreter_candidates(const InterpreterSources& sources);

}  // namespace evald
