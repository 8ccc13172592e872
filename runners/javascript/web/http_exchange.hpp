#pragma once

#include <atomic>
#include <string>
#include <utility>
#include <vector>

namespace evald::js {

/// One request and its whole response, blocking: for a thread of its own. Redirects and encodings are the caller's.
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

struct HttpResponse {
    std::string error;  ///< not empty: it failed, and why
    std::string code;   ///< as Node has them: "ECONNREFUSED"
    unsigned status = 0;
    std::string reason;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
};

/// Another thread may shut `descriptor` down to end the exchange at once.
HttpResponse exchange(const HttpRequest& request, std::atomic<int>& descriptor);

}  // namespace evald::js
