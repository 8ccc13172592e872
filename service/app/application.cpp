#include "app/application.hpp"

#include "api/endpoints.hpp"
#include "app/bound_address.hpp"
#include "app/logging.hpp"
#include "config/string_checks.hpp"
#include "platform/sha256.hpp"
#include "tls/tls_stream.hpp"

#include <boost/asio/co_spawn.hpp>
#include <chrono>
#include <cstdio>
#include <spdlog/spdlog.h>
#include <stdexcept>
#include <utility>

namespace evald::service {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds k_idle_poll{50};
/// How long answers of cancelled runs may take to go out.
constexpr std::chrono::milliseconds k_answer_grace{1'000};

/// The tokens of the configuration, or one that is made now, as nobody has set one.
TokenTable make_tokens(const Config& config, std::string& made_token) {
    std::vector<TokenConfig> tokens = config.auth.tokens;
    if (tokens.empty() && config.auth.enabled) {
        made_token = random_token();
        TokenConfig token;
        token.name = token.principal = "default";
        token.sha256 = sha256_hex(made_token);
        token.scopes = {"eval", "watch", "metrics", "admin"};
        tokens.push_back(std::move(token));
    }
    return TokenTable(tokens);
}

std::vector<std::string> host_names(const Config::Server& server) {
    std::vector<std::string> names = server.names;
    names.push_back(server.host);
    return names;
}

ServerLimits server_limits(const Config& config) {
    ServerLimits limits;
    limits.connections = static_cast<std::size_t>(config.server.max_connections);
    limits.connections_per_peer = static_cast<std::size_t>(config.server.max_connections_per_peer);
    ConnectionLimits& connection = limits.connection;
    connection.parser.head = config.limits.header;
    connection.parser.target = config.limits.url;
    connection.parser.body = config.limits.body;
    connection.head_timeout = config.server.header_timeout;
    connection.body_timeout = config.server.body_timeout;
    connection.idle_timeout = config.server.idle_timeout;
    connection.write_timeout = config.server.write_timeout;
    return limits;
}

void log_task_error(const std::exception_ptr& error) {
    try {
        std::rethrow_exception(error);
    } catch (const std::exception& fault) {
        spdlog::error("a task ended with an exception: {}", fault.what());
    }
}

/// Without users of their own it is Landlock that keeps sessions out of each other's folders, and it lets all into
/// these.
void warn_of_open_data(const SandboxLayers& layers, const std::string& data) {
    if (layers.mode != SandboxMode::rlimits || layers.has_users) return;
    for (const char* const place : {"/tmp", "/dev/shm"})
        if (data.starts_with(std::string(place) + "/"))
            spdlog::warn("the data folder lies below {}, which all cells may read and write: choose another", place);
}

/// What is enabled and cannot run: callers are told with each run, but this is the administrator's to mend.
void warn_of_missing_languages(const Evaluator& evaluator, const Config& config) {
    for (const Language language : {Language::python, Language::javascript}) {
        const bool is_enabled = language == Language::python ? config.python.enabled : config.javascript.enabled;
        const Result<void> available = evaluator.availability(language);
        if (is_enabled && !available)
            spdlog::error("{} cells cannot run here: {}", language_name(language), available.error().message);
    }
}

void log_sandbox(const SandboxLayers& layers) {
    std::string text;
    for (const SandboxLayers::Entry& layer : layers.entries())
        text += std::string(text.empty() ? "" : ", ") + std::string(layer.name) + " " + layer.value;
    spdlog::info("sandbox: {}", text);
    if (layers.mode == SandboxMode::none)
        spdlog::warn("sandbox.mode is none: cells run with all rights of this server");
    else if (layers.network == SandboxNetwork::host)
        spdlog::warn(
            "sandbox.network is on: cells reach what this machine reaches, its loopback addresses included, as no "
            "network of their own can be had: {}",
            layers.why_host_network);
}

}  // namespace

Application::Application(const Config& config, ServeOptions options)
    : config_(config),
      options_(std::move(options)),
      authenticator_(config.auth.enabled, make_tokens(config, made_token_), config.auth.failures_per_minute,
                     LoginTable(config.auth.login_ttl)),
      hosts_(host_names(config.server), config.cors_origins),
      metrics_allow_(config.metrics_allow),
      trusted_proxies_(config.server.trusted_proxies),
      run_rate_(config.limits.requests_per_minute),
      metrics_(endpoints()),
      websockets_(loop_.get_executor()),
      tasks_(loop_.get_executor(), log_task_error),
      signals_(loop_.get_executor(), [this] { reload(); }) {
    authenticator_.set_certified_scopes(config.tls.client_scopes);
    if (!config.auth.enabled && !is_loopback(config.server.host))
        throw std::runtime_error("auth may be off only on a loopback address");
}

int Application::run() {
    auto engine = Engine::make(loop_.get_executor(), config_);
    if (!engine) {
        spdlog::critical("{}", engine.error().message);
        return 1;
    }
    engine_ = std::move(*engine);
    engine_->evaluator().write_journal(journal_);
    services_ =
        std::unique_ptr<Services>(new Services{config_, engine_->evaluator(), authenticator_, hosts_, metrics_allow_,
                                               trusted_proxies_, run_rate_, metrics_, websockets_});
    dispatcher_ = std::make_unique<Dispatcher>(*services_, endpoints());
    ServerLimits limits = server_limits(config_);
    limits.is_proxy = [this](const boost::asio::ip::address& peer) { return trusted_proxies_.contains(peer); };
    server_ = std::make_unique<Server>(loop_.get_executor(), std::move(limits), *dispatcher_);
    services_->server = server_.get();
    if (!set_up_tls() || !listen()) return 1;
    boost::asio::co_spawn(loop_, live(), [this](const std::exception_ptr& error) {
        if (!error) return;
        log_task_error(error);
        exit_code_ = 1;
        loop_.stop();
    });
    loop_.run();
    return exit_code_;
}

bool Application::listen() {
    const auto bound = server_->listen(config_.server.host, static_cast<std::uint16_t>(config_.server.port));
    if (!bound) {
        spdlog::critical("{}", bound.error().message);
        return false;
    }
    announce(*bound);
    return true;
}

void Application::announce(const boost::asio::ip::tcp::endpoint& bound) const {
    const std::string url =
        (tls_ ? "https://" : "http://") + reachable_authority(bound.address().to_string(), bound.port()) + "/";
    spdlog::info("listening on {}", url);
    if (tls_ && options_.self_signed)
        spdlog::info("the certificate's SHA-256 fingerprint: {}", certificate_fingerprint(tls_));
    // The one time that a token is shown: on standard output, not in the log.
    if (!made_token_.empty()) std::printf("%s#token=%s\n", url.c_str(), made_token_.c_str());
    std::fflush(stdout);
}

bool Application::set_up_tls() {
    if (config_.tls.cert.empty() && !options_.self_signed) return true;
    std::vector<std::string> names = host_names(config_.server);
    for (const char* const name : {"localhost", "127.0.0.1", "::1"}) names.emplace_back(name);
    Result<SslContext> context =
        config_.tls.cert.empty() ? make_self_signed_context(names) : make_tls_context(config_.tls);
    if (!context) {
        spdlog::critical("{}", context.error().message);
        return false;
    }
    tls_ = std::move(*context);
    server_->use_streams(
        [this](boost::asio::ip::tcp::socket socket) { return make_tls_stream(std::move(socket), tls_); });
    return true;
}

void Application::reload() {
    if (!options_.reload) return;
    const Result<Config> config = options_.reload();
    if (!config) {
        spdlog::error("SIGHUP: nothing was reloaded, as the configuration has faults: {}", config.error().message);
        return;
    }
    set_log_level(config->log.level);
    // With no token configured the one that was made at start stays.
    if (made_token_.empty() || !config->auth.tokens.empty()) {
        authenticator_.replace_tokens(TokenTable(config->auth.tokens));
        spdlog::info("SIGHUP: {} tokens are in force", config->auth.tokens.size());
    }
    if (!tls_ || config->tls.cert.empty()) return;
    Result<SslContext> context = make_tls_context(config->tls);
    if (!context) {
        spdlog::error("SIGHUP: the certificate stays as it was: {}", context.error().message);
        return;
    }
    tls_ = std::move(*context);
    spdlog::info("SIGHUP: the certificate has been read again");
}

boost::asio::awaitable<void> Application::live() {
    server_->start();
    tasks_.spawn(websockets_.watch());
    const bool is_started = co_await start_engine();
    if (is_started) {
        co_await signals_.stop_requested().wait();
        co_await leave();
        engine_->evaluator().drain();
        websockets_.drain();
        co_await wait_until_idle();
    }
    co_await stop();
}

boost::asio::awaitable<bool> Application::start_engine() {
    const Result<void> started = co_await engine_->start();
    if (started) {
        services_->sandbox = &engine_->sandbox().layers();
        log_sandbox(*services_->sandbox);
        warn_of_open_data(*services_->sandbox, config_.data);
        warn_of_missing_languages(engine_->evaluator(), config_);
        spdlog::info("ready");
        co_return true;
    }
    spdlog::critical("{}", started.error().message);
    exit_code_ = 1;
    co_return false;
}

boost::asio::awaitable<void> Application::leave() {
    if (config_.server.drain_delay.count() == 0) co_return;
    engine_->evaluator().leave();
    AsyncEvent never(loop_.get_executor());
    const bool unused = co_await never.wait_for(config_.server.drain_delay);
    (void)unused;
}

boost::asio::awaitable<void> Application::wait_until_idle() {
    const auto end = Clock::now() + config_.server.drain_timeout;
    AsyncEvent never(loop_.get_executor());
    while (!engine_->evaluator().idle() && Clock::now() < end) {
        const bool unused = co_await never.wait_for(k_idle_poll);
        (void)unused;
    }
}

boost::asio::awaitable<void> Application::stop() {
    co_await engine_->evaluator().stop();
    websockets_.close_all();
    co_await server_->stop(k_answer_grace);
    websockets_.stop();
    co_await tasks_.join();
    signals_.cancel();
    spdlog::info("stopped");
}

}  // namespace evald::service
