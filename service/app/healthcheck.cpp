#include "app/healthcheck.hpp"

#include "app/bound_address.hpp"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <boost/url/parse.hpp>
#include <cstdio>
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

}  // namespace

std::string health_url_of(const Config::Server& settings) {
    return "http://" + reachable_authority(settings.host, static_cast<unsigned short>(settings.port)) + "/healthz";
}

int run_healthcheck(const std::string& url) {
    const auto parsed = boost::urls::parse_uri(url);
    if (!parsed || parsed->scheme() != "http") return failed(url, "a URL like http://127.0.0.1:8080/healthz is needed");
    boost::asio::io_context loop(1);
    boost::system::error_code error;
    tcp::resolver resolver(loop);
    const std::string port = parsed->has_port() ? std::string(parsed->port()) : "80";
    const auto addresses = resolver.resolve(parsed->host_address(), port, error);
    tcp::socket socket(loop);
    if (!error) boost::asio::connect(socket, addresses, error);
    if (error) return failed(url, error.message());
    ::setsockopt(socket.native_handle(), SOL_SOCKET, SO_RCVTIMEO, &k_limit, sizeof k_limit);
    boost::asio::write(socket, boost::asio::buffer(request_for(*parsed)), error);
    std::string answer(12, '\0');  // "HTTP/1.1 200"
    if (!error) boost::asio::read(socket, boost::asio::buffer(answer), error);
    if (error) return failed(url, error.message());
    const std::string status = answer.substr(9);
    return status == "200" ? 0 : failed(url, "status " + status);
}

}  // namespace evald::service
