#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace evald {

/// By this a process is known to belong to a kernel, see MarkSweeper.
inline constexpr std::string_view k_kernel_mark_name = "EVAL_KERNEL_ID";

struct KernelEnvironmentRequest {
    std::string workspace;         ///< becomes HOME
    std::string artifacts_dir;     ///< becomes EVAL_ARTIFACTS
    std::string kernel_mark;       ///< becomes EVAL_KERNEL_ID
    std::string venv;              ///< of the interpreter; empty: none. Its bin goes first on PATH
    bool is_confined = false;      ///< without what names places and people of the machine: TMPDIR, XDG_*, USER, SHELL
    std::uint64_t heap_limit = 0;  ///< JavaScript: becomes EVAL_HEAP_LIMIT; 0: not set
    int max_concurrency = 0;       ///< becomes EVAL_MAX_CONCURRENCY; 0: not set
};

/// What a kernel's process gets of the service's environment: an allow-list without anything that looks like a
/// credential, and what every kernel needs. Pure. Items are "NAME=value"; those without a name are dropped.
std::vector<std::string> kernel_environment(const std::vector<std::string>& service_environment,
                                            const KernelEnvironmentRequest& request);

/// Whether a variable's name says that it holds a key, a token, a secret or a password, or belongs to a provider.
bool looks_like_credential(std::string_view name);

/// The value of `name` in "NAME=value" items, or empty.
std::string_view environment_value(const std::vector<std::string>& environment, std::string_view name);

}  // namespace evald
