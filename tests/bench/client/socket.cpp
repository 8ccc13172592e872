#include "client/socket.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace bench {
namespace {

void set_option(int descriptor, int level, int name, int value) {
    setsockopt(descriptor, level, name, &value, sizeof value);
}

[[noreturn]] void fail(const std::string& what) { throw std::runtime_error(what + ": " + std::strerror(errno)); }

}  // namespace

Socket::~Socket() { close(); }

void Socket::close() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
    begin_ = 0;
    end_ = 0;
}

void Socket::connect(const Options& options) {
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (getaddrinfo(options.host.c_str(), options.port.c_str(), &hints, &found) != 0)
        throw std::runtime_error("cannot resolve " + options.host);
    descriptor_ = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int outcome = ::connect(descriptor_, found->ai_addr, found->ai_addrlen);
    freeaddrinfo(found);
    if (outcome != 0) fail("cannot connect");
    set_option(descriptor_, IPPROTO_TCP, TCP_NODELAY, 1);
    const timeval limit{options.timeout_s, 0};
    setsockopt(descriptor_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    quick_ack_ = options.quick_ack;
}

void Socket::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) fail("cannot send");
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
}

void Socket::fill() {
    if (begin_ == end_) {
        begin_ = 0;
        end_ = 0;
    }
    const ssize_t received = recv(descriptor_, buffer_.data() + end_, buffer_.size() - end_, 0);
    if (quick_ack_) set_option(descriptor_, IPPROTO_TCP, TCP_QUICKACK, 1);
    if (received == 0) throw std::runtime_error("the peer closed the connection");
    if (received < 0) fail("cannot receive");
    end_ += static_cast<std::size_t>(received);
}

unsigned char Socket::read_byte() {
    if (begin_ == end_) fill();
    return static_cast<unsigned char>(buffer_[begin_++]);
}

void Socket::read(std::string& out, std::size_t size) {
    while (size > 0) {
        if (begin_ == end_) fill();
        const std::size_t piece = std::min(size, end_ - begin_);
        out.append(buffer_.data() + begin_, piece);
        begin_ += piece;
        size -= piece;
    }
}

std::string Socket::read_line() {
    std::string line;
    for (;;) {
        const auto byte = static_cast<char>(read_byte());
        if (byte == '\n') return line;
        if (byte != '\r') line += byte;
    }
}

}  // namespace bench
