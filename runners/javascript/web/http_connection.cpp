#include "web/http_connection.hpp"

#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace evald::js {

namespace {

/// Is there anything but the loopback?
bool has_network() {
    ifaddrs* list = nullptr;
    if (::getifaddrs(&list) != 0) {
        return true;
    }
    bool found = false;
    for (const ifaddrs* one = list; one != nullptr; one = one->ifa_next) {
        found = found || ((one->ifa_flags & IFF_LOOPBACK) == 0 && (one->ifa_flags & IFF_UP) != 0);
    }
    ::freeifaddrs(list);
    return found;
}

[[noreturn]] void fail_to_reach(const std::string& code, const std::string& message) {
    if (!has_network()) {
        throw HttpFailure("ENETUNREACH", "the sandbox has no network (" + message + ")");
    }
    throw HttpFailure(code, message);
}

std::string tls_reason() {
    const unsigned long error = ERR_get_error();
    const char* reason = error != 0 ? ERR_reason_error_string(error) : nullptr;
    return reason != nullptr ? reason : "TLS failed";
}

}  // namespace

HttpConnection::~HttpConnection() {
    session_.reset();
    const int descriptor = descriptor_.exchange(-1);
    if (descriptor >= 0) {
        ::close(descriptor);
    }
}

void HttpConnection::connect(const std::string& host, const std::string& port) {
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* raw = nullptr;
    const std::string name = host.size() > 2 && host[0] == '[' ? host.substr(1, host.size() - 2) : host;
    const int failure = ::getaddrinfo(name.c_str(), port.c_str(), &hints, &raw);
    if (failure != 0) {
        fail_to_reach(failure == EAI_AGAIN ? "EAI_AGAIN" : "ENOTFOUND",
                      std::string("getaddrinfo ") + (failure == EAI_AGAIN ? "EAI_AGAIN " : "ENOTFOUND ") + host);
    }
    const std::unique_ptr<addrinfo, void (*)(addrinfo*)> addresses(raw, &::freeaddrinfo);
    int error = ECONNREFUSED;
    for (const addrinfo* one = raw; one != nullptr; one = one->ai_next) {
        const int descriptor = ::socket(one->ai_family, one->ai_socktype | SOCK_CLOEXEC, one->ai_protocol);
        if (descriptor < 0) {
            error = errno;
            continue;
        }
        descriptor_ = descriptor;
        if (::connect(descriptor, one->ai_addr, one->ai_addrlen) == 0) {
            return;
        }
        error = errno;
        descriptor_ = -1;
        ::close(descriptor);
    }
    const char* code = ::strerrorname_np(error);
    fail_to_reach(code != nullptr ? code : "ECONNREFUSED",
                  std::string("connect ") + (code != nullptr ? code : "failed") + " " + host + ":" + port);
}

void HttpConnection::secure(const std::string& host) {
    context_.reset(SSL_CTX_new(TLS_client_method()));
    SSL_CTX_set_default_verify_paths(context_.get());
    SSL_CTX_set_verify(context_.get(), SSL_VERIFY_PEER, nullptr);
    SSL_CTX_set_min_proto_version(context_.get(), TLS1_2_VERSION);
    if (const char* extra = std::getenv("NODE_EXTRA_CA_CERTS")) {
        SSL_CTX_load_verify_locations(context_.get(), extra, nullptr);
    }
    session_.reset(SSL_new(context_.get()));
    std::string name = host;  // what OpenSSL's macro does, without its cast
    SSL_ctrl(session_.get(), SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, name.data());
    SSL_set1_host(session_.get(), host.c_str());
    SSL_set_fd(session_.get(), descriptor_);
    if (SSL_connect(session_.get()) != 1) {
        const long verified = SSL_get_verify_result(session_.get());
        if (verified != X509_V_OK) {
            throw HttpFailure("CERT_ERROR", X509_verify_cert_error_string(verified));
        }
        throw HttpFailure("ERR_SSL", tls_reason());
    }
}

void HttpConnection::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = session_ ? SSL_write(session_.get(), bytes.data(),
                                                   static_cast<int>(std::min<std::size_t>(bytes.size(), 1 << 20)))
                                       : ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (count <= 0) {
            throw HttpFailure("ECONNRESET", "other side closed");
        }
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
}

std::size_t HttpConnection::read(char* into, std::size_t size) {
    const ssize_t count =
        session_ ? SSL_read(session_.get(), into, static_cast<int>(size)) : ::recv(descriptor_, into, size, 0);
    if (count < 0 && !session_) {
        throw HttpFailure("ECONNRESET", std::string("read ") + std::strerror(errno));
    }
    return count > 0 ? static_cast<std::size_t>(count) : 0;
}

}  // namespace evald::js
