/* raw_epoll PORT: answers every read that ends a request with a fixed response: what loopback TCP itself allows. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static const char response[] =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{\"ok\":true}";

static int listen_on(int port) {
    int one = 1;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    struct sockaddr_in address = {0};
    address.sin_family = AF_INET;
    address.sin_port = htons((unsigned short)port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(listener, (struct sockaddr*)&address, sizeof address) != 0) return -1;
    return listen(listener, 512) == 0 ? listener : -1;
}

static void watch(int poll, int descriptor) {
    struct epoll_event event = {.events = EPOLLIN, .data = {.fd = descriptor}};
    epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event);
}

static void accept_client(int poll, int listener) {
    int one = 1;
    int client = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    watch(poll, client);
}

static void serve_client(int client) {
    static char buffer[65536];
    ssize_t size = read(client, buffer, sizeof buffer);
    if (size == 0) close(client);
    if (size < 4 || memcmp(buffer + size - 4, "\r\n\r\n", 4) != 0) return;
    if (write(client, response, sizeof response - 1) < 0) close(client);
}

int main(int count, char** arguments) {
    int listener = count > 1 ? listen_on(atoi(arguments[1])) : -1;
    if (listener < 0) return 1;
    int poll = epoll_create1(EPOLL_CLOEXEC);
    watch(poll, listener);
    for (;;) {
        struct epoll_event events[64];
        int ready = epoll_wait(poll, events, 64, -1);
        for (int i = 0; i < ready; ++i) {
            if (events[i].data.fd == listener) accept_client(poll, listener);
            else serve_client(events[i].data.fd);
        }
    }
}
