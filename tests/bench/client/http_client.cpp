#include "client/http_client.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <stdexcept>

namespace bench {

std::string header_lines(const Options& options) {
    std::string lines;
    for (const std::string& header : options.headers) lines += header + "\r\n";
    return lines;
}

HttpAnswer HttpClient::request(const std::string& method, const std::string& path, const std::string& body) {
    if (!socket_.is_open()) socket_.connect(options_);
    std::string head = method + " " + path + " HTTP/1.1\r\nHost: " + options_.host + ":" + options_.port + "\r\n";
    head += header_lines(options_);
    if (!body.empty() || method == "POST")
        head += "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n";
    socket_.send(head + "\r\n" + body);

    HttpAnswer answer;
    const std::string status_line = socket_.read_line();
    if (status_line.size() > 12) answer.status = std::atoi(status_line.c_str() + 9);
    const Framing framing = read_head();
    if (answer.status == 204 || answer.status == 304) return answer;
    if (framing.chunked)
        answer.body = read_chunks();
    else if (framing.length >= 0)
        socket_.read(answer.body, static_cast<std::size_t>(framing.length));
    else
        answer.body = read_to_end();
    return answer;
}

HttpClient::Framing HttpClient::read_head() {
    Framing framing;
    for (std::string line = socket_.read_line(); !line.empty(); line = socket_.read_line()) {
        std::transform(line.begin(), line.end(), line.begin(), [](unsigned char c) { return std::tolower(c); });
        const auto colon = line.find(':');
        const std::string name = line.substr(0, colon);
        const std::string value = colon == std::string::npos ? "" : line.substr(colon + 1);
        if (name == "content-length") framing.length = std::atol(value.c_str());
        if (name == "transfer-encoding") framing.chunked = value.find("chunked") != std::string::npos;
    }
    return framing;
}

std::string HttpClient::read_chunks() {
    std::string body;
    for (;;) {
        const std::size_t size = std::strtoul(socket_.read_line().c_str(), nullptr, 16);
        if (size > 0) socket_.read(body, size);
        socket_.read_line();
        if (size == 0) return body;
    }
}

std::string HttpClient::read_to_end() {
    std::string body;
    try {
        for (;;) body += static_cast<char>(socket_.read_byte());
    } catch (const std::runtime_error&) {  // the end
    }
    socket_.close();
    return body;
}

}  // namespace bench
