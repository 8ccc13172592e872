#include "api/acting_principal.hpp"

#include "http/target.hpp"

namespace evald::service {

Result<std::string> acting_principal(const Exchange& exchange) {
    const auto named = query_value(exchange.request().query(), "principal");
    if (!named || *named == exchange.caller.principal) return exchange.caller.principal;
    if (exchange.caller.has(Scope::admin)) return *named;
    Error error;
    error.code = ErrorCode::forbidden;
    error.message = "Another principal's sessions need the scope admin.";
    return error;
}

}  // namespace evald::service
