#include "tls/self_signed.hpp"

#include <boost/asio/ip/address.hpp>
#include <memory>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

namespace evald::service {
namespace {

constexpr long k_seconds_of_a_day = 86'400;
constexpr long k_days = 30;

using Key = std::unique_ptr<EVP_PKEY, decltype(&::EVP_PKEY_free)>;
using Certificate = std::unique_ptr<X509, decltype(&::X509_free)>;

/// "DNS:localhost,IP:127.0.0.1"
std::string alternative_names(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) {
        boost::system::error_code is_no_address;
        boost::asio::ip::make_address(name, is_no_address);
        text += std::string(text.empty() ? "" : ",") + (is_no_address ? "DNS:" : "IP:") + name;
    }
    return text;
}

bool add_extension(X509* certificate, int id, const std::string& value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    ::X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
    X509_EXTENSION* const extension = ::X509V3_EXT_conf_nid(nullptr, &context, id, value.c_str());
    const bool is_added = extension != nullptr && ::X509_add_ext(certificate, extension, -1) == 1;
    ::X509_EXTENSION_free(extension);
    return is_added;
}

bool set_random_serial(X509* certificate) {
    std::uint64_t serial = 0;
    if (::RAND_bytes(reinterpret_cast<unsigned char*>(&serial), sizeof serial) != 1) return false;
    return ::ASN1_INTEGER_set_uint64(::X509_get_serialNumber(certificate), serial >> 1U) == 1;
}

}  // namespace

bool use_self_signed_certificate(SSL_CTX* context, const std::vector<std::string>& names) {
    const Key key(EVP_EC_gen("P-256"), ::EVP_PKEY_free);
    const Certificate certificate(::X509_new(), ::X509_free);
    if (!key || !certificate || !set_random_serial(certificate.get())) return false;
    constexpr long x509_version_3 = 2;
    ::X509_set_version(certificate.get(), x509_version_3);
    ::X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -k_seconds_of_a_day);
    ::X509_gmtime_adj(X509_getm_notAfter(certificate.get()), k_days * k_seconds_of_a_day);
    ::X509_set_pubkey(certificate.get(), key.get());
    X509_NAME* const subject = ::X509_get_subject_name(certificate.get());
    ::X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("evald"), -1, -1,
                                 0);
    ::X509_set_issuer_name(certificate.get(), subject);
    // Its own authority, so that a client can be told to trust exactly this one.
    return add_extension(certificate.get(), NID_basic_constraints, "critical,CA:TRUE") &&
           add_extension(certificate.get(), NID_subject_alt_name, alternative_names(names)) &&
           ::X509_sign(certificate.get(), key.get(), ::EVP_sha256()) > 0 &&
           ::SSL_CTX_use_certificate(context, certificate.get()) == 1 &&
           ::SSL_CTX_use_PrivateKey(context, key.get()) == 1;
}

}  // namespace evald::service
