#include "tls/tls_engine.hpp"

#include <algorithm>
#include <array>
#include <openssl/err.h>
#include <openssl/x509.h>
#include <stdexcept>
#include <utility>

namespace evald::service {
namespace {

constexpr std::size_t k_write_at_once = 64U << 10U;

}  // namespace

TlsEngine::TlsEngine(SslContext context) : context_(std::move(context)), ssl_(::SSL_new(context_.get())) {
    from_peer_ = ::BIO_new(::BIO_s_mem());
    to_peer_ = ::BIO_new(::BIO_s_mem());
    if (!ssl_ || from_peer_ == nullptr || to_peer_ == nullptr) throw std::runtime_error("no memory for a connection");
    BIO_set_mem_eof_return(from_peer_, -1);
    ::SSL_set_bio(ssl_.get(), from_peer_, to_peer_);
    ::SSL_set_accept_state(ssl_.get());
}

void TlsEngine::receive(std::string_view wire) { ::BIO_write(from_peer_, wire.data(), static_cast<int>(wire.size())); }

void TlsEngine::collect() {
    std::array<char, 4096> piece;
    for (int size = ::BIO_read(to_peer_, piece.data(), piece.size()); size > 0;
         size = ::BIO_read(to_peer_, piece.data(), piece.size()))
        unsent_.append(piece.data(), static_cast<std::size_t>(size));
}

TlsEngine::Progress TlsEngine::progress_of(int result) {
    const int error = ::SSL_get_error(ssl_.get(), result);
    // The queue belongs to the thread: what is left in it would be taken for the next connection's.
    ::ERR_clear_error();
    collect();
    if (error == SSL_ERROR_NONE) return Progress::done;
    if (error == SSL_ERROR_WANT_READ) return Progress::wants_bytes;
    return error == SSL_ERROR_ZERO_RETURN ? Progress::ended : Progress::failed;
}

TlsEngine::Progress TlsEngine::handshake() { return progress_of(::SSL_do_handshake(ssl_.get())); }

TlsEngine::Read TlsEngine::read(boost::asio::mutable_buffer into) {
    Read read;
    read.progress = progress_of(::SSL_read_ex(ssl_.get(), into.data(), into.size(), &read.bytes));
    return read;
}

std::size_t TlsEngine::write(const Pieces& pieces) {
    std::size_t total = 0;
    for (const boost::asio::const_buffer& piece : pieces) {
        const std::size_t size = std::min(piece.size(), k_write_at_once - total);
        for (std::size_t done = 0; done < size;) {
            std::size_t taken = 0;
            const char* const from = static_cast<const char*>(piece.data()) + done;
            if (::SSL_write_ex(ssl_.get(), from, size - done, &taken) != 1) {
                ::ERR_clear_error();
                collect();
                return total + done;
            }
            done += taken;
        }
        total += size;
        if (total == k_write_at_once) break;
    }
    collect();
    return total;
}

void TlsEngine::end() {
    ::SSL_shutdown(ssl_.get());
    ::ERR_clear_error();
    collect();
}

std::string TlsEngine::peer_name() const {
    const X509* const certificate = ::SSL_get0_peer_certificate(ssl_.get());
    if (certificate == nullptr || ::SSL_get_verify_result(ssl_.get()) != X509_V_OK) return {};
    std::array<char, 128> name{};
    const int size = ::X509_NAME_get_text_by_NID(::X509_get_subject_name(certificate), NID_commonName, name.data(),
                                                 static_cast<int>(name.size()));
    return size > 0 ? std::string(name.data(), static_cast<std::size_t>(size)) : std::string();
}

}  // namespace evald::service
