#pragma once

#include "config/config.hpp"
#include "metrics/http_metrics.hpp"
#include "middleware/authenticate.hpp"
#include "middleware/host_and_origin.hpp"
#include "middleware/peer_networks.hpp"
#include "middleware/rate_limit.hpp"
#include "sandbox/sandbox_layers.hpp"
#include "session/evaluator.hpp"
#include "websocket/session_set.hpp"

namespace evald::service {

class Server;

/// What handlers work with: built by the application, which owns all of it. Loop thread.
struct Services {
    const Config& config;
    Evaluator& evaluator;
    Authenticator& authenticator;
    const HostAndOrigin& hosts;
    const PeerNetworks& metrics_allow;
    const PeerNetworks& trusted_proxies;
    RateLimit& run_rate;
    HttpMetrics& metrics;
    SessionSet& websockets;
    const SandboxLayers* sandbox = nullptr;  ///< what kernels are confined by; null until that is known
    const Server* server = nullptr;  ///< for its counts; null until it is there
};

}  // namespace evald::service
