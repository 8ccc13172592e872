#pragma once

#include "client/options.hpp"
#include "client/socket.hpp"

#include <string>

namespace bench {

struct HttpAnswer {
    int status = 0;
    std::string body;
};

/// Requests one after the other over one kept connection.
class HttpClient {
public:
    explicit HttpClient(const Options& options) : options_(options) {}

    /// A body that is not empty goes as JSON.
    HttpAnswer request(const std::string& method, const std::string& path, const std::string& body);

private:
    struct Framing {
        long length = -1;
        bool chunked = false;
    };
    Framing read_head();
    std::string read_chunks();
    std::string read_to_end();

    const Options& options_;
    Socket socket_;
};

/// The extra header lines of the options, each with its line end.
std::string header_lines(const Options& options);

}  // namespace bench
