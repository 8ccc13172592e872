#include "app/healthcheck.hpp"

#include "app/bound_address.hpp"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <boost/url/parse.hpp>
#include <cstdio>
#include <memory>
#include <openssl/ssl.h>
#include <optional>
#include <sys/socket.h>
#include <sys/time.h>

namespace evald::service {
namespace {

using boost::asio::ip::tcp;

constexpr timeval k_limit{3, 0};

int failed(const std::string& url, const std::string& reason) {
    std::fprintf(stderr, "evald: %s: %s\n", url.c_str(), reason.c_str());
    return 1;
}

std::string request_for(const boost::urls::url_view& url) {
    std::string path(url.encoded_path());
    if (path.empty()) path = "/healthz";
    return "GET " + path + " HTTP/1.0\r\nHost: " + std::string(url.encoded_host_and_port()) + "\r\n\r\n";
}

/// The first `size` bytes of the answer, or why there are none.
std::string ask_plainly(tcp::socket& socket, const std::string& request, std::size_t size,
                        boost::system::error_code& error) {
    boost::asio::write(socket, boost::asio::buffer(request), error);
    std::string answer(size, '\0');
    if (!error) boost::asio::read(socket, boost::asio::buffer(answer), error);
    return answer;
}

std::string ask_over_tls(tcp::socket& socket, const std::string& request, std::size_t size,
                         boost::system::error_code& error) {
    const std::unique_ptr<SSL_CTX, decltype(&::SSL_CTX_free)> context(::SSL_CTX_new(::TLS_client_method()),
                                                                      ::SSL_CTX_free);
    const std::unique_ptr<SSL, decltype(&::SSL_free)> ssl(::SSL_new(context.get()), ::SSL_free);
    ::SSL_set_fd(ssl.get(), socket.native_handle());
    std::string answer(size, '\0');
    std::size_t done = 0;
    const bool is_asked =
        ::SSL_connect(ssl.get()) == 1 && ::SSL_write(ssl.get(), request.data(), static_cast<int>(request.size())) > 0;
    while (is_asked && done < size) {
        const int read = ::SSL_read(ssl.get(), answer.data() + done, static_cast<int>(size - done));
        if (read <= 0) break;
        done += static_cast<std::size_t>(read);
    }
    if (done < size) error = boost::asio::error::connection_aborted;
    return answer;
}

}  // namespace

std::string health_url_of(const Config& config) {
    const Config::Server& settings = config.server;
    return (config.tls.cert.empty() ? "http://" : "https://") +
           reachable_authority(settings.host, static_cast<unsigned short>(settings.port)) + "/healthz";
}

int run_healthcheck(const std::string& url) {
    const auto parsed = boost::urls::parse_uri(url);
    const bool is_tls = parsed && parsed->scheme() == "https";
    if (!parsed || (!is_tls && parsed->scheme() != "http"))
        return failed(url, "a URL like http://127.0.0.1:8080/healthz is needed");
    boost::asio::io_context loop(1);
    boost::system::error_code error;
    tcp::resolver resolver(loop);
    const std::string port = parsed->has_port() ? std::string(parsed->port()) : is_tls ? "443" : "80";
    const auto addresses = resolver.resolve(parsed->host_address(), port, error);
    tcp::socket socket(loop);
    if (!error) boost::asio::connect(socket, addresses, error);
    if (error) return failed(url, error.message());
    ::setsockopt(socket.native_handle(), SOL_SOCKET, SO_RCVTIMEO, &k_limit, sizeof k_limit);
    ::setsockopt(socket.native_handle(), SOL_SOCKET, SO_SNDTIMEO, &k_limit, sizeof k_limit);
    constexpr std::size_t status_line = 12;  // "HTTP/1.1 200"
    const std::string answer = is_tls ? ask_over_tls(socket, request_for(*parsed), status_line, error)
                                      : ask_plainly(socket, request_for(*parsed), status_line, error);
    if (error) return failed(url, error.message());
    const std::string status = answer.substr(9);
    return status == "200" ? 0 : failed(url, "status " + status);
}

}  // namespace evald::service
