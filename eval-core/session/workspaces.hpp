#pragma once

#include "base/error.hpp"
#include "platform/worker_pool.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <string>
#include <string_view>

namespace evald {

/// The sessions' folders below `<data>/workspaces`, named by a hash of (principal, id), so that a restart finds them
/// again and no id can name another place. Loop thread; deleting trees happens on a worker.
class Workspaces {
public:
    Workspaces(boost::asio::any_io_executor loop, std::string data_folder);

    /// Makes the folders and clears what an earlier process had left to delete. The error names the folder and the remedy.
    Result<void> prepare();
    /// The absolute path of a session's folder, made (0700) if it is not there.
    Result<std::string> make(std::string_view principal, std::string_view id);
    /// Gives the path free at once (renamed aside) and deletes the tree behind.
    void discard(const std::string& workspace);

private:
    std::string root_, trash_;
    WorkerPool deleter_;
};

}  // namespace evald
