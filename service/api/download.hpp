#pragma once

#include "base/error.hpp"
#include "http/exchange.hpp"

#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <cstdint>
#include <string>

namespace evald::service {

/// Where the bytes of a download come from. A seam: artifacts and files read in their own ways.
class DownloadSource {
public:
    virtual ~DownloadSource() = default;
    /// At most `size` bytes from `offset`; fewer only at the end.
    virtual boost::asio::awaitable<Result<std::string>> read(std::uint64_t offset, std::size_t size) = 0;
};

/// What the head of a download says.
struct DownloadHead {
    std::string content_type;
    std::string disposition;
    std::string etag;             ///< strong, with its quotes
    std::int64_t modified_s = 0;  ///< since 1970
    std::uint64_t bytes = 0;
};

/// Answers a GET or HEAD with the bytes, or a range of them, or that they have not changed (RFC 9110 13 and 14). Holds
/// one piece in memory at a time. When the source fails midway the connection breaks off, which tells the caller.
boost::asio::awaitable<void> send_download(Exchange& exchange, DownloadHead head, DownloadSource& source);

}  // namespace evald::service
