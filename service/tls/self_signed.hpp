#pragma once

#include <openssl/ssl.h>
#include <string>
#include <vector>

namespace evald::service {

/// Makes a P-256 key and a certificate that it signs itself, for these host names and addresses and 30 days, and gives
/// both to the context. False: OpenSSL's error queue says why.
bool use_self_signed_certificate(SSL_CTX* context, const std::vector<std::string>& names);

}  // namespace evald::service
