#pragma once

#include "api/dispatcher.hpp"
#include "api/services.hpp"
#include "app/engine.hpp"
#include "app/log_pace.hpp"
#include "app/stop_signals.hpp"
#include "config/config.hpp"
#include "http/server.hpp"
#include "log/log_journal.hpp"
#include "metrics/http_metrics.hpp"
#include "middleware/authenticate.hpp"
#include "middleware/host_and_origin.hpp"
#include "middleware/peer_networks.hpp"
#include "middleware/rate_limit.hpp"
#include "platform/task_group.hpp"
#include "tls/tls_context.hpp"
#include "websocket/session_set.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <string>

namespace evald::service {

/// What `evald serve` asks for beside the configuration.
struct ServeOptions {
    bool self_signed = false;                ///< HTTPS with a certificate that is made at start
    std::function<Result<Config>()> reload;  ///< reads the configuration again, on SIGHUP; may be empty
};

/// The server: builds every part in the order in which they need each other, runs them, and stops them in order.
///
/// One io_context, one thread. Stop: no new runs, those that are on may finish within server.drain_timeout; then
/// kernels are interrupted and end, answers go out, connections close.
class Application {
public:
    /// `config` outlives the application.
    Application(const Config& config, ServeOptions options);
    Application(const Application&) = delete;
    Application& operator=(const Application&) = delete;

    /// Serves until a signal. The exit code.
    int run();

private:
    boost::asio::awaitable<void> live();
    boost::asio::awaitable<bool> start_engine();
    /// Serves on, and says that it is no longer ready: so that no balancer sends anything new when it refuses.
    boost::asio::awaitable<void> leave();
    boost::asio::awaitable<void> wait_until_idle();
    boost::asio::awaitable<void> stop();
    bool listen();
    /// Makes the server speak TLS where that is asked for. False: it has been said why not.
    bool set_up_tls();
    void reload();
    void announce(const boost::asio::ip::tcp::endpoint& bound) const;

    const Config& config_;
    ServeOptions options_;
    boost::asio::io_context loop_{1};         ///< first: all else lives on it, and goes before it
    LogPace log_pace_{loop_.get_executor()};  ///< lines of runs go out together
    LogJournal journal_;                      ///< what the engine's parts say to the log
    std::string made_token_;              ///< the random token, when none is configured; until it has been announced
    std::unique_ptr<Engine> engine_;      ///< sessions, kernels, artifacts
    Authenticator authenticator_;         ///< who a request comes from
    HostAndOrigin hosts_;                 ///< which Host and Origin are ours
    PeerNetworks metrics_allow_;          ///< who may scrape without a token
    PeerNetworks trusted_proxies_;        ///< whose X-Forwarded-For is believed
    RateLimit run_rate_;                  ///< runs a minute of a principal
    HttpMetrics metrics_;                 ///< what requests are counted in
    SessionSet websockets_;               ///< open WebSockets: pings, drain
    std::unique_ptr<Services> services_;  ///< all of the above, for handlers
    std::unique_ptr<Dispatcher> dispatcher_;  ///< from a request to its handler
    SslContext tls_;                          ///< of connections that come from now on; null: plain HTTP
    std::unique_ptr<Server> server_;          ///< listener and connections
    TaskGroup tasks_;                         ///< coroutines of our own
    StopSignals signals_;                     ///< SIGTERM, SIGINT, SIGHUP
    int exit_code_ = 0;
};

}  // namespace evald::service
