#include "remote_tools/http_call.hpp"

#include "platform/one_shot_timer.hpp"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <optional>
#include <spdlog/spdlog.h>

namespace evald::service {
namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;

class TlsTrust {
public:
    asio::ssl::context context{asio::ssl::context::tls_client};
};

Result<std::shared_ptr<TlsTrust>> load_tls_trust() {
    auto trust = std::make_shared<TlsTrust>();
    error_code error;
    trust->context.set_default_verify_paths(error);
    if (!error) trust->context.set_verify_mode(asio::ssl::verify_peer, error);
    SSL_CTX_set_min_proto_version(trust->context.native_handle(), TLS1_2_VERSION);
    if (error) return Error{ErrorCode::internal, "the system's certificates cannot be read: " + error.message()};
    return trust;
}

namespace {

constexpr std::uint64_t k_answer_max = 8ULL << 20U;
constexpr std::uint32_t k_head_max = 64U << 10U;
constexpr int k_attempts = 3;
constexpr int k_redirects = 3;
constexpr std::chrono::milliseconds k_first_pause{100};

Error unavailable(std::string message) { return Error{ErrorCode::unavailable, std::move(message)}; }

std::string media_type(std::string_view value) {
    std::string type(value.substr(0, value.find(';')));
    while (type.ends_with(' ')) type.pop_back();
    std::transform(type.begin(), type.end(), type.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return type;
}

bool is_address(const std::string& host) {
    error_code error;
    asio::ip::make_address(host, error);
    return !error;
}

class Call final : public HttpCall, public std::enable_shared_from_this<Call> {
public:
    Call(asio::any_io_executor loop, std::shared_ptr<TlsTrust> trust, OutboundRequest request, Done done)
        : trust_(std::move(trust)),
          request_(std::move(request)),
          done_(std::move(done)),
          resolver_(loop),
          socket_(loop),
          pause_timer_(loop),
          limit_(loop) {}

    void start() {
        limit_.arm(request_.timeout, [this] {
            has_timed_out_ = true;
            stop();
        });
        const auto self = shared_from_this();
        asio::co_spawn(socket_.get_executor(), run(self), [self](const std::exception_ptr& error) {
            if (!error) return;
            spdlog::error("a call of a configured tool ended with an exception");
            const Done done = std::exchange(self->done_, nullptr);
            if (done) done(unavailable("could not be called"));
        });
    }

    void abandon() override {
        done_ = nullptr;
        stop();
    }

private:
    void stop() {
        is_stopped_ = true;
        resolver_.cancel();
        pause_timer_.cancel();
        error_code ignored;
        socket_.close(ignored);
    }

    static asio::awaitable<void> run(std::shared_ptr<Call> self) {
        Result<OutboundAnswer> answer = co_await self->perform();
        self->limit_.cancel();
        const Done done = std::exchange(self->done_, nullptr);
        if (done) done(std::move(answer));
    }

    asio::awaitable<Result<OutboundAnswer>> perform() {
        int redirects = 0;
        int attempt = 1;
        while (true) {
            Result<OutboundAnswer> answer = co_await try_once();
            close_socket();
            if (answer) {
                const auto next = next_place(*answer);
                if (!next || ++redirects > k_redirects) co_return answer;
                request_.url = *next;
                continue;
            }
            if (has_timed_out_) co_return unavailable("did not answer in time");
            if (is_sent_ || is_final_ || is_stopped_ || attempt == k_attempts) co_return answer;
            error_code ignored;
            auto token = asio::redirect_error(asio::use_awaitable, ignored);
            pause_timer_.expires_after(k_first_pause * (1 << (2 * (attempt - 1))));
            co_await pause_timer_.async_wait(token);
            if (is_stopped_) co_return answer;
            ++attempt;
        }
    }

    std::optional<ToolUrl> next_place(const OutboundAnswer& answer) const {
        const bool asks_for_the_same = answer.status == 307 || answer.status == 308;
        if (!asks_for_the_same) return std::nullopt;
        return follow_redirect(request_.url, answer.location);
    }

    void close_socket() {
        error_code ignored;
        socket_.close(ignored);
    }

    Error broken(std::string what, const error_code& error) {
        spdlog::warn("a configured tool at {} {}: {}", request_.url.authority(), what, error.message());
        return unavailable(std::move(what));
    }

    asio::awaitable<Result<OutboundAnswer>> try_once() {
        is_sent_ = false;
        error_code error;
        auto token = asio::redirect_error(asio::use_awaitable, error);
        const tcp::resolver::results_type places =
            co_await resolver_.async_resolve(request_.url.host, request_.url.port, token);
        if (error) co_return broken("cannot be found by its name", error);
        if (is_stopped_) co_return unavailable("was given up");
        co_await asio::async_connect(socket_, places, token);
        if (error) co_return broken("cannot be reached", error);
        socket_.set_option(tcp::no_delay(true), error);
        if (!request_.url.is_tls) {
            Result<OutboundAnswer> answer = co_await exchange(socket_);
            co_return answer;
        }
        asio::ssl::stream<tcp::socket&> stream(socket_, trust_->context);
        prepare(stream);
        co_await stream.async_handshake(asio::ssl::stream_base::client, token);
        if (error) {
            // Whom a certificate does not prove to be the right one, another try will not make so.
            is_final_ = SSL_get_verify_result(stream.native_handle()) != X509_V_OK;
            co_return broken(is_final_ ? "has a certificate that is not trusted" : "cannot be spoken to over TLS",
                             error);
        }
        Result<OutboundAnswer> answer = co_await exchange(stream);
        co_return answer;
    }

    void prepare(asio::ssl::stream<tcp::socket&>& stream) {
        const std::string& host = request_.url.host;
        // What the macro SSL_set_tlsext_host_name does, but for its cast.
        if (!is_address(host)) {
            SSL_ctrl(stream.native_handle(), SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
                     const_cast<char*>(host.c_str()));
        }
        stream.set_verify_callback(asio::ssl::host_name_verification(host));
    }

    template <class Stream>
    asio::awaitable<Result<OutboundAnswer>> exchange(Stream& stream) {
        error_code error;
        auto token = asio::redirect_error(asio::use_awaitable, error);
        http::request<http::string_body> message = compose();
        is_sent_ = true;
        co_await http::async_write(stream, message, token);
        if (error) co_return broken("broke off while it was asked", error);
        boost::beast::flat_buffer buffer(k_answer_max + k_head_max);
        http::response_parser<http::string_body> parser;
        parser.body_limit(k_answer_max);
        parser.header_limit(k_head_max);
        co_await http::async_read(stream, buffer, parser, token);
        if (error == http::error::body_limit) co_return unavailable("answered with more than 8 MiB");
        if (error) co_return broken("broke off before its answer was whole", error);
        co_return read(parser.release());
    }

    http::request<http::string_body> compose() const {
        http::request<http::string_body> message;
        message.version(11);
        message.method_string(request_.method);
        message.target(request_.url.target);
        for (const auto& [name, value] : request_.headers) message.set(name, value);
        message.set(http::field::host, request_.url.authority());
        message.set(http::field::content_type, "application/json");
        message.set(http::field::accept, "application/json, text/plain;q=0.9, */*;q=0.1");
        message.set(http::field::user_agent, "evald");
        message.keep_alive(false);
        message.body() = request_.body;
        message.prepare_payload();
        return message;
    }

    static OutboundAnswer read(http::response<http::string_body> message) {
        OutboundAnswer answer;
        answer.status = static_cast<int>(message.result_int());
        answer.content_type = media_type(message[http::field::content_type]);
        answer.location = std::string(message[http::field::location]);
        answer.body = std::move(message.body());
        return answer;
    }

    std::shared_ptr<TlsTrust> trust_;
    OutboundRequest request_;
    Done done_;
    tcp::resolver resolver_;
    tcp::socket socket_;
    asio::steady_timer pause_timer_;
    OneShotTimer limit_;
    bool is_sent_ = false;   ///< of the request, perhaps some
    bool is_final_ = false;  ///< another try would end the same way
    bool is_stopped_ = false, has_timed_out_ = false;
};

}  // namespace

std::shared_ptr<HttpCall> start_http_call(asio::any_io_executor loop, std::shared_ptr<TlsTrust> trust,
                                          OutboundRequest request, HttpCall::Done done) {
    const auto call = std::make_shared<Call>(std::move(loop), std::move(trust), std::move(request), std::move(done));
    call->start();
    return call;
}

}  // namespace evald::service
