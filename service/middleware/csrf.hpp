#pragma once

#include "http/request.hpp"

#include <string_view>

namespace evald::service {

/// Whether a request may act in the name of the page's cookie, which a browser sends along whoever asks it to: it
/// changes nothing, or its X-CSRF-Token says what only a page of ours can know. `token` empty: the cookie was not what
/// let it in.
bool repeats_csrf_token(const Request& request, std::string_view token);

/// Whether a page of ours may be what asks by the cookie. Other pages may call where cors.origins lists them, but with
/// a token of their own; and a WebSocket, which may do everything, has to say where it comes from, as every browser's
/// does.
bool may_use_cookie(const Request& request, bool is_own_origin);

}  // namespace evald::service
