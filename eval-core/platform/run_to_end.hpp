#pragma once

#include "platform/spawner.hpp"

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <string>

namespace evald {

/// A short command that has ended.
struct EndedProcess {
    ExitStatus status;
    std::string output;  ///< of descriptors 1 and 2, at most a pipe's capacity
};

/// Runs a short command with nothing on its input. `descriptors` of the request must be empty. Killed when `limit`
/// passes or when it writes more than a pipe holds, which is `unavailable`.
boost::asio::awaitable<Result<EndedProcess>> run_to_end(Spawner& spawner, SpawnRequest request,
                                                        std::chrono::steady_clock::duration limit);

}  // namespace evald
