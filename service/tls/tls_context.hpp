#pragma once

#include "base/error.hpp"
#include "config/config.hpp"

#include <memory>
#include <openssl/ssl.h>
#include <string>
#include <vector>

namespace evald::service {

using SslContext = std::shared_ptr<SSL_CTX>;

/// A server's side of TLS 1.2 and 1.3 with the configured certificate; ALPN offers http/1.1. Fails with what is wrong
/// with which file.
Result<SslContext> make_tls_context(const Config::Tls& settings);

/// The same with a key and a certificate that are made now, for `names` (host names and addresses) and 30 days, and
/// live in memory only.
Result<SslContext> make_self_signed_context(const std::vector<std::string>& names);

/// SHA-256 of the context's certificate, "AB:CD:…", by which a person can tell it.
std::string certificate_fingerprint(const SslContext& context);

}  // namespace evald::service
