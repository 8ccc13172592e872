#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace evald::js {

/// One request and its response, blocking: for a thread of its own. Redirects are the caller's.
struct HttpRequest {
    bool is_secure = false;
    std::string host;
    std::string port;
    std::string proxy_host;  ///< empty: none
    std::string proxy_port;
    std::string method;
    std::string head;         ///< request line and headers as they go out, the empty line included
    std::string tunnel_head;  ///< the CONNECT request, for a secure one through a proxy
    std::string body;
};

struct HttpHead {
    unsigned status = 0;
    std::string reason;
    std::vector<std::pair<std::string, std::string>> headers;
};

/// Calls `on_head` once and `on_bytes` for what comes of the body, its encodings taken off, until that answers false.
/// Throws HttpFailure. Another thread may shut `descriptor` down to end the exchange at once.
void exchange(const HttpRequest& request, std::atomic<int>& descriptor, const std::function<void(HttpHead)>& on_head,
              const std::function<bool(std::string_view)>& on_bytes);

}  // namespace evald::js
