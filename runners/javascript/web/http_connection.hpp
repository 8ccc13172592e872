#pragma once

#include <openssl/ssl.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace evald::js {

struct HttpFailure : std::runtime_error {
    HttpFailure(std::string failure_code, const std::string& message)
        : std::runtime_error(message), code(std::move(failure_code)) {}
    std::string code;
};

/// A blocking connection over TCP, with TLS on demand. Throws HttpFailure.
class HttpConnection {
public:
    explicit HttpConnection(std::atomic<int>& descriptor) : descriptor_(descriptor) {}
    ~HttpConnection();
    HttpConnection(const HttpConnection&) = delete;
    HttpConnection& operator=(const HttpConnection&) = delete;

    void connect(const std::string& host, const std::string& port);
    /// TLS with the system's certificates, for this host's name.
    void secure(const std::string& host);
    void write(std::string_view bytes);
    /// How many bytes came; 0: the end.
    std::size_t read(char* into, std::size_t size);

private:
    struct FreeContext {
        void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
    };
    struct FreeSession {
        void operator()(SSL* session) const { SSL_free(session); }
    };
    std::atomic<int>& descriptor_;
    std::unique_ptr<SSL_CTX, FreeContext> context_;
    std::unique_ptr<SSL, FreeSession> session_;
};

}  // namespace evald::js
