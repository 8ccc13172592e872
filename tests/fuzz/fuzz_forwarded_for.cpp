// Any text as the addresses that proxies say a request came by: nobody is taken for somebody of whom nothing was said.
#include "http/request_parser.hpp"
#include "middleware/forwarded_for.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace evald::service;
    static const PeerNetworks proxies({"10.0.0.0/8", "127.0.0.1", "fd00::/8"});
    static const PeerNetworks nobody({});
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::string head = "GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: " + std::string(text) + "\r\n\r\n";
    Request request;
    RequestParser parser{ParserLimits()};
    parser.begin(request);
    std::size_t used = 0;
    if (parser.read_head(head, used) != RequestParser::Status::done) return 0;
    if (request.count("X-Forwarded-For") == 0) std::abort();

    const auto peer = boost::asio::ip::make_address("127.0.0.1");
    const ClientAddress client = client_address(request, peer, proxies);
    if (client.is_hidden && client.address != peer) std::abort();
    // Whoever it is has been named in the list; IPv6 addresses can be written in several ways.
    const bool is_named = text.find("::") != std::string_view::npos || !client.address.is_v4() ||
                          text.find(client.address.to_string()) != std::string_view::npos;
    if (!client.is_hidden && !is_named) std::abort();
    const ClientAddress unproven = client_address(request, peer, nobody);
    if (!unproven.is_hidden || unproven.address != peer) std::abort();
    return 0;
}
