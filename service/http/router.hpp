#pragma once

#include "http/caller.hpp"
#include "http/exchange.hpp"
#include "http/request.hpp"
#include "http/response.hpp"

#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace evald::service {

struct Services;

/// Answers at once, from the head alone.
using QuickHandler = Response (*)(Exchange&, Services&);
/// Answers when it is ready, with the body read.
using SlowHandler = boost::asio::awaitable<void> (*)(Exchange&, Services&);

/// One row of the endpoint table.
struct Endpoint {
    Method method = Method::get;
    std::string_view pattern;      ///< "/runs/{run}/cancel"; a segment in braces takes any one segment, {+rest} all
    Scope scope = Scope::eval;     ///< what the caller must have
    QuickHandler quick = nullptr;  ///< one of the two
    SlowHandler slow = nullptr;
    bool takes_head = false;  ///< HEAD is answered like GET, without the body
    bool checks_host = true;  ///< false: health probes, which name the host as they like
    bool is_for_admin = false;  ///< with ?principal= the scope admin does, instead of `scope`
    bool reads_body = false;  ///< the slow handler takes the body by itself, by Exchange::read_body
};

/// What a path and a method lead to.
struct RouteMatch {
    const Endpoint* endpoint = nullptr;   ///< null: see `allowed`
    std::vector<std::string> parameters;  ///< decoded
    std::string allowed;                  ///< the methods that the path knows; empty: an unknown path
};

/// Finds the row. `path` is as sent; its segments are compared decoded. Parameters are never empty, but for the rest of
/// a path, which may be and keeps its slashes.
RouteMatch match_route(std::span<const Endpoint> endpoints, Method method, std::string_view path);

}  // namespace evald::service
