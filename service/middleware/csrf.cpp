#include "middleware/csrf.hpp"

#include <openssl/crypto.h>

namespace evald::service {

bool repeats_csrf_token(const Request& request, std::string_view token) {
    const Method method = request.method();
    if (token.empty() || method == Method::get || method == Method::head || method == Method::options) return true;
    const std::string_view given = request.field("X-CSRF-Token").value_or("");
    return given.size() == token.size() && CRYPTO_memcmp(given.data(), token.data(), token.size()) == 0;
}

bool may_use_cookie(const Request& request, bool is_own_origin) {
    return is_own_origin || (!request.field("Origin") && !request.wants_upgrade());
}

}  // namespace evald::service
