#include "platform/sha256.hpp"

#include <array>
#include <openssl/evp.h>
#include <stdexcept>

namespace evald {

std::string sha256_hex(std::string_view bytes) {
    constexpr std::string_view hex = "0123456789abcdef";
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1) {
        throw std::runtime_error("SHA-256 is not available");
    }
    std::string text;
    text.reserve(std::size_t{2} * size);
    for (std::size_t i = 0; i < size; ++i) {
        text += hex[digest[i] >> 4U];
        text += hex[digest[i] & 0xFU];
    }
    return text;
}

}  // namespace evald
