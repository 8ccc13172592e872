#pragma once

#include "base/error.hpp"
#include "platform/worker_pool.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace evald {

/// What of a session outlives the process: enough to find its workspace again, and to say that its kernels are gone.
struct SessionRecord {
    std::string principal;
    std::string id;
    std::string workspace;  ///< the folder's name
    std::int64_t created_ms = 0, last_used_ms = 0;
    bool had_python = false, had_javascript = false;  ///< kernels, whose state a restart loses
};

/// As JSON, without last_used_ms: that is the file's time.
std::string record_to_json(const SessionRecord& record);
/// None if a member is missing, has another type or is no value that we would write.
std::optional<SessionRecord> record_from_json(std::string_view json);

/// The records as files `<data>/sessions/HASH`, HASH being of (principal, id). One worker does the disk's work in order,
/// behind the callers' backs: a record that cannot be written is a session that a restart does not find. Loop thread.
class SessionRecords {
public:
    SessionRecords(boost::asio::any_io_executor loop, std::string data_folder);

    /// Makes the folder and reads all that is there; what is no record is deleted.
    boost::asio::awaitable<Result<std::vector<SessionRecord>>> load();
    void save(const SessionRecord& record);
    /// Only the time of its last use.
    void touch(const SessionRecord& record);
    void remove(const SessionRecord& record);
    /// Returns when everything so far is on the disk.
    boost::asio::awaitable<void> settle();

private:
    [[nodiscard]] std::string file_of(const SessionRecord& record) const;

    std::string folder_;
    WorkerPool worker_;
};

}  // namespace evald
