#pragma once

#include "http/byte_stream.hpp"
#include "tls/tls_context.hpp"

#include <boost/system/error_code.hpp>
#include <cstddef>
#include <memory>
#include <openssl/ssl.h>
#include <string>
#include <string_view>

namespace evald::service {

/// One connection's TLS, without its socket: bytes of the wire go in and out, bytes of the application out and in.
/// Nothing here waits. Loop thread.
class TlsEngine {
public:
    enum class Progress : std::uint8_t {
        done,
        wants_bytes,  ///< receive() some, then try again
        ended,        ///< the peer has said that nothing more comes
        failed        ///< the connection is of no use; unsent() may hold an alert for the peer
    };
    struct Read {
        Progress progress = Progress::failed;
        std::size_t bytes = 0;
    };

    /// `context` is kept: a later one does not touch connections that are open.
    explicit TlsEngine(SslContext context);

    /// What the peer has sent.
    void receive(std::string_view wire);
    Progress handshake();
    Read read(boost::asio::mutable_buffer into);
    /// Encrypts a part of `pieces`, at most 64 KiB; how much that was. 0: it failed.
    std::size_t write(const Pieces& pieces);
    /// Says that nothing more comes from here.
    void end();

    /// For the peer, in order; taken away with drop_unsent().
    [[nodiscard]] const std::string& unsent() const { return unsent_; }
    void drop_unsent(std::size_t bytes) { unsent_.erase(0, bytes); }
    /// The common name of the peer's certificate; empty: none.
    [[nodiscard]] std::string peer_name() const;

private:
    struct FreeSsl {
        void operator()(SSL* ssl) const { ::SSL_free(ssl); }
    };
    [[nodiscard]] Progress progress_of(int result);
    void collect();

    SslContext context_;
    std::unique_ptr<SSL, FreeSsl> ssl_;
    BIO *from_peer_ = nullptr, *to_peer_ = nullptr;  ///< the SSL's own
    std::string unsent_;
};

}  // namespace evald::service
