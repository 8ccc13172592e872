#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/rand.h>

#include <array>
#include <map>
#include <memory>
#include <string>

#include "engine/guarded.hpp"
#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "node/bytes.hpp"
#include "node/node_natives.hpp"

namespace evald::js {

namespace {

struct FreeDigest {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};
using Digest = std::unique_ptr<EVP_MD_CTX, FreeDigest>;

/// Hashes under way, by number: a script's object holds the number and its finalizer drops it.
std::map<int, Digest>& digests() {
    static std::map<int, Digest> table;
    return table;
}

const EVP_MD* algorithm_at(duk_context* ctx, duk_idx_t index) {
    const EVP_MD* algorithm = EVP_get_digestbyname(std::string(string_at(ctx, index)).c_str());
    if (algorithm == nullptr) {
        throw NativeError(DUK_ERR_ERROR, "Digest method not supported");
    }
    return algorithm;
}

EVP_MD_CTX* digest_at(duk_context* ctx, duk_idx_t index) {
    const auto found = digests().find(static_cast<int>(integer_at(ctx, index, -1)));
    if (found == digests().end()) {
        throw NativeError(DUK_ERR_ERROR, "Digest already called");
    }
    return found->second.get();
}

int keep(Digest digest) {
    static int last = 0;
    digests().emplace(++last, std::move(digest));
    return last;
}

/// hashStart(algorithm): a number
duk_ret_t hash_start(Runtime& /*runtime*/, duk_context* ctx) {
    Digest digest(EVP_MD_CTX_new());
    if (EVP_DigestInit_ex(digest.get(), algorithm_at(ctx, 0), nullptr) != 1) {
        throw NativeError(DUK_ERR_ERROR, "Digest method not supported");
    }
    duk_push_int(ctx, keep(std::move(digest)));
    return 1;
}

duk_ret_t hash_update(Runtime& /*runtime*/, duk_context* ctx) {
    const auto bytes = bytes_at(ctx, 1);
    EVP_DigestUpdate(digest_at(ctx, 0), bytes.data(), bytes.size());
    return 0;
}

/// hashCopy(number): another number
duk_ret_t hash_copy(Runtime& /*runtime*/, duk_context* ctx) {
    Digest copy(EVP_MD_CTX_new());
    EVP_MD_CTX_copy_ex(copy.get(), digest_at(ctx, 0));
    duk_push_int(ctx, keep(std::move(copy)));
    return 1;
}

/// hashEnd(number, length or undefined): the digest; a length is for functions of any length only
duk_ret_t hash_end(Runtime& /*runtime*/, duk_context* ctx) {
    EVP_MD_CTX* digest = digest_at(ctx, 0);
    const long long wanted = integer_at(ctx, 1, -1);
    std::string bytes;
    if (wanted >= 0 && (EVP_MD_get_flags(EVP_MD_CTX_get0_md(digest)) & EVP_MD_FLAG_XOF) != 0) {
        bytes.resize(static_cast<std::size_t>(wanted));
        EVP_DigestFinalXOF(digest, reinterpret_cast<unsigned char*>(bytes.data()), bytes.size());
    } else {
        bytes.resize(EVP_MAX_MD_SIZE);
        unsigned size = 0;
        EVP_DigestFinal_ex(digest, reinterpret_cast<unsigned char*>(bytes.data()), &size);
        bytes.resize(size);
    }
    digests().erase(static_cast<int>(integer_at(ctx, 0, -1)));
    push_bytes(ctx, bytes);
    return 1;
}

duk_ret_t hash_drop(duk_context* ctx) {
    digests().erase(static_cast<int>(integer_at(ctx, 0, -1)));
    return 0;
}

/// hmac(algorithm, key, data)
duk_ret_t hmac(Runtime& /*runtime*/, duk_context* ctx) {
    const EVP_MD* algorithm = algorithm_at(ctx, 0);
    const auto key = bytes_at(ctx, 1);
    const auto data = bytes_at(ctx, 2);
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    HMAC(algorithm, key.data(), static_cast<int>(key.size()), data.data(), data.size(), digest.data(), &size);
    push_bytes(ctx, text_of(std::span(digest.data(), size)));
    return 1;
}

duk_ret_t fill_random(Runtime& /*runtime*/, duk_context* ctx) {
    const auto bytes = bytes_at(ctx, 0);
    if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1) {
        throw NativeError(DUK_ERR_ERROR, "no random bytes could be had");
    }
    return 0;
}

duk_ret_t equal_in_time(Runtime& /*runtime*/, duk_context* ctx) {
    const auto a = bytes_at(ctx, 0);
    const auto b = bytes_at(ctx, 1);
    duk_push_boolean(ctx, a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0 ? 1 : 0);
    return 1;
}

/// pbkdf2(password, salt, iterations, length, algorithm)
duk_ret_t pbkdf2(Runtime& /*runtime*/, duk_context* ctx) {
    const auto password = bytes_at(ctx, 0);
    const auto salt = bytes_at(ctx, 1);
    std::string key(static_cast<std::size_t>(integer_at(ctx, 3, 0)), '\0');
    PKCS5_PBKDF2_HMAC(text_of(password).data(), static_cast<int>(password.size()), salt.data(),
                      static_cast<int>(salt.size()), static_cast<int>(integer_at(ctx, 2, 1)), algorithm_at(ctx, 4),
                      static_cast<int>(key.size()), reinterpret_cast<unsigned char*>(key.data()));
    push_bytes(ctx, key);
    return 1;
}

/// scrypt(password, salt, length, N, r, p, mostMemory)
duk_ret_t scrypt(Runtime& /*runtime*/, duk_context* ctx) {
    const auto password = bytes_at(ctx, 0);
    const auto salt = bytes_at(ctx, 1);
    std::string key(static_cast<std::size_t>(integer_at(ctx, 2, 0)), '\0');
    const auto number = [ctx](duk_idx_t index) { return static_cast<std::uint64_t>(integer_at(ctx, index, 0)); };
    if (EVP_PBE_scrypt(text_of(password).data(), password.size(), salt.data(), salt.size(), number(3), number(4),
                       number(5), number(6), reinterpret_cast<unsigned char*>(key.data()), key.size()) != 1) {
        throw NativeError::range_error("Invalid scrypt params: memory limit exceeded");
    }
    push_bytes(ctx, key);
    return 1;
}

}  // namespace

void define_crypto_natives(duk_context* ctx) {
    put_native(ctx, "hashStart", native<hash_start>, 1);
    put_native(ctx, "hashUpdate", native<hash_update>, 2);
    put_native(ctx, "hashCopy", native<hash_copy>, 1);
    put_native(ctx, "hashEnd", native<hash_end>, 2);
    put_native(ctx, "hashDrop", hash_drop, 1);
    put_native(ctx, "hmac", native<hmac>, 3);
    put_native(ctx, "fillRandom", native<fill_random>, 1);
    put_native(ctx, "equalInTime", native<equal_in_time>, 2);
    put_native(ctx, "pbkdf2", native<pbkdf2>, 5);
    put_native(ctx, "scrypt", native<scrypt>, 7);
}

}  // namespace evald::js
