#include "tls/tls_context.hpp"

#include "tls/self_signed.hpp"

#include <array>
#include <cstdio>
#include <cstring>
#include <openssl/err.h>
#include <openssl/x509.h>
#include <string_view>

namespace evald::service {
namespace {

/// Forward secrecy and authenticated encryption only; TLS 1.3's own suites are all of that kind.
constexpr const char* k_ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20";

Error fault_of(const std::string& what) {
    const unsigned long code = ::ERR_peek_last_error();
    const char* const reason = code != 0 ? ::ERR_reason_error_string(code) : nullptr;
    ::ERR_clear_error();
    return Error{ErrorCode::unavailable, what + ": " + (reason != nullptr ? reason : "cannot be used")};
}

/// Takes http/1.1 when it is offered; a client that only speaks something else is told so.
int choose_protocol(SSL*, const unsigned char** out, unsigned char* out_size, const unsigned char* in, unsigned in_size,
                    void*) {
    constexpr std::string_view wanted = "http/1.1";
    const std::string_view offered(reinterpret_cast<const char*>(in), in_size);
    for (std::size_t at = 0; at < offered.size();) {
        const auto size = static_cast<unsigned char>(offered[at]);
        if (offered.substr(at + 1, size) == wanted) {
            *out = in + at + 1;
            *out_size = size;
            return SSL_TLSEXT_ERR_OK;
        }
        at += std::size_t{1} + size;
    }
    return SSL_TLSEXT_ERR_ALERT_FATAL;
}

SslContext make_bare_context() {
    SslContext context(::SSL_CTX_new(::TLS_server_method()), ::SSL_CTX_free);
    SSL_CTX* const raw = context.get();
    SSL_CTX_set_min_proto_version(raw, TLS1_2_VERSION);
    ::SSL_CTX_set_cipher_list(raw, k_ciphers);
    ::SSL_CTX_set_options(raw, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE |
                                   SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_set_mode(raw,
                     SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_session_cache_mode(raw, SSL_SESS_CACHE_OFF);
    ::SSL_CTX_set_alpn_select_cb(raw, choose_protocol, nullptr);
    return context;
}

Result<void> ask_for_client_certificates(SSL_CTX* context, const std::string& authorities) {
    if (::SSL_CTX_load_verify_locations(context, authorities.c_str(), nullptr) != 1)
        return fault_of("tls.client_ca " + authorities);
    ::SSL_CTX_set_client_CA_list(context, ::SSL_load_client_CA_file(authorities.c_str()));
    constexpr std::string_view id = "evald";
    ::SSL_CTX_set_session_id_context(context, reinterpret_cast<const unsigned char*>(id.data()), id.size());
    // Optional: who shows none needs a token. A bad one ends the handshake.
    ::SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
    return {};
}

}  // namespace

Result<SslContext> make_tls_context(const Config::Tls& settings) {
    SslContext context = make_bare_context();
    if (::SSL_CTX_use_certificate_chain_file(context.get(), settings.cert.c_str()) != 1)
        return fault_of("tls.cert " + settings.cert);
    if (::SSL_CTX_use_PrivateKey_file(context.get(), settings.key.c_str(), SSL_FILETYPE_PEM) != 1)
        return fault_of("tls.key " + settings.key);
    if (::SSL_CTX_check_private_key(context.get()) != 1)
        return fault_of("tls.key " + settings.key + " does not belong to tls.cert");
    if (settings.client_ca.empty()) return context;
    const Result<void> asked = ask_for_client_certificates(context.get(), settings.client_ca);
    if (!asked) return asked.error();
    return context;
}

Result<SslContext> make_self_signed_context(const std::vector<std::string>& names) {
    SslContext context = make_bare_context();
    if (!use_self_signed_certificate(context.get(), names)) return fault_of("A certificate could not be made");
    return context;
}

std::string certificate_fingerprint(const SslContext& context) {
    std::array<unsigned char, 32> digest{};
    unsigned size = 0;
    const X509* const certificate = ::SSL_CTX_get0_certificate(context.get());
    if (certificate == nullptr || ::X509_digest(certificate, ::EVP_sha256(), digest.data(), &size) != 1) return {};
    std::string text;
    for (unsigned i = 0; i < size; ++i) {
        std::array<char, 4> digits{};
        std::snprintf(digits.data(), digits.size(), "%s%02X", i > 0 ? ":" : "", digest[i]);
        text += digits.data();
    }
    return text;
}

}  // namespace evald::service
