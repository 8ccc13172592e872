#pragma once

#include "base/error.hpp"
#include "remote_tools/tool_url.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace evald::service {

/// Whose certificates are believed: the system's authorities, or those that SSL_CERT_FILE and SSL_CERT_DIR name.
class TlsTrust;
[[nodiscard]] Result<std::shared_ptr<TlsTrust>> load_tls_trust();

struct OutboundRequest {
    ToolUrl url;
    std::string method;                                        ///< POST, PUT or PATCH
    std::vector<std::pair<std::string, std::string>> headers;  ///< beside Host, Content-Type and the like
    std::string body;                                          ///< JSON
    std::chrono::milliseconds timeout{60'000};                 ///< of all of it
};

struct OutboundAnswer {
    int status = 0;
    std::string content_type;  ///< without parameters, lower case
    std::string location;
    std::string body;  ///< at most 8 MiB
};

/// One request to one place, with its answer. Over TLS the server's certificate and name are verified. A redirect is
/// followed where it asks for the same request at the same scheme, host and port, else it is the answer. While nothing of
/// the request has been sent, a failure is tried again, three times in all.
///
/// Loop thread. Hides Beast. Its coroutine keeps it alive until it has ended.
class HttpCall {
public:
    using Done = std::function<void(Result<OutboundAnswer>)>;

    HttpCall() = default;
    virtual ~HttpCall() = default;
    HttpCall(const HttpCall&) = delete;
    HttpCall& operator=(const HttpCall&) = delete;

    /// Ends it at once; `done` is not called any more.
    virtual void abandon() = 0;
};

/// `done` is called once, from the loop. Errors: unavailable, with what went wrong in words for the cell; they name no
/// address.
std::shared_ptr<HttpCall> start_http_call(boost::asio::any_io_executor loop, std::shared_ptr<TlsTrust> trust,
                                          OutboundRequest request, HttpCall::Done done);

}  // namespace evald::service
