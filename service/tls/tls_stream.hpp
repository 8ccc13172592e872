#pragma once

#include "http/byte_stream.hpp"
#include "tls/tls_context.hpp"

#include <memory>

namespace evald::service {

/// TLS over TCP, server side. `socket` must be connected and non-blocking. open() does the handshake.
std::unique_ptr<ByteStream> make_tls_stream(boost::asio::ip::tcp::socket socket, SslContext context);

}  // namespace evald::service
