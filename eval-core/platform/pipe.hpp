#pragma once

#include "base/error.hpp"
#include "platform/unique_fd.hpp"

#include <cstddef>

namespace evald {

/// What a pipe holds unless somebody changed it.
inline constexpr std::size_t k_pipe_capacity = std::size_t{64} << 10U;

/// The two ends of a pipe, both close-on-exec, so that no child inherits another one's ends.
struct Pipe {
    UniqueFd read;
    UniqueFd write;
};

/// `unavailable` when the process is out of descriptors.
Result<Pipe> make_pipe();

/// /dev/null for reading and writing, close-on-exec.
Result<UniqueFd> open_null();

/// Affects only this end: the child's end stays blocking, as user code expects it.
void set_non_blocking(const UniqueFd& end);

}  // namespace evald
