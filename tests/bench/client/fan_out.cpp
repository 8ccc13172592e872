#include "client/fan_out.hpp"

#include "client/cell_session.hpp"
#include "client/websocket_client.hpp"
#include "measure/cell_code.hpp"
#include "measure/stopwatch.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace bench {
namespace {

using nlohmann::json;

/// Where an event says its type; what is behind that may be large.
constexpr std::size_t k_head = 256;

bool holds(std::string_view text, std::string_view part) {
    return memmem(text.data(), text.size(), part.data(), part.size()) != nullptr;
}

/// What one connection gets, frame by frame.
class Watcher {
public:
    void open(const Options& options, const std::string& path, const std::string& greeting) {
        socket_.connect(options, path);
        if (greeting.empty()) return;
        socket_.send_text(greeting);
        socket_.send_text(R"({"type":"ping"})");  // answered once the greeting has been acted upon
        while (socket_.receive() != R"({"type":"pong"})") {
        }
    }

    /// False at the end of the connection.
    bool take(const Options& options, std::vector<char>& space) {
        const ssize_t received = recv(socket_.descriptor(), space.data(), space.size(), MSG_DONTWAIT);
        if (received <= 0) return received < 0 && errno == EAGAIN;
        pending_.append(space.data(), static_cast<std::size_t>(received));
        std::size_t begin = 0;
        while (const std::size_t size = frame_at(begin)) {
            look_at(options, std::string_view(pending_).substr(begin + header_, size - header_));
            begin += size;
        }
        pending_.erase(0, begin);
        return true;
    }

    [[nodiscard]] int descriptor() const { return socket_.descriptor(); }
    [[nodiscard]] bool done() const { return done_; }
    std::uint64_t messages = 0, bytes = 0, gaps = 0;

private:
    /// The size of the whole frame that begins there; 0: it is not there yet.
    std::size_t frame_at(std::size_t begin) {
        const std::size_t left = pending_.size() - begin;
        if (left < 2) return 0;
        const auto byte = [this, begin](std::size_t at) {
            return static_cast<std::uint64_t>(static_cast<unsigned char>(pending_[begin + at]));
        };
        std::uint64_t length = byte(1);
        const std::size_t more = length == 126 ? 2 : length == 127 ? 8 : 0;
        header_ = 2 + more;
        if (left < header_) return 0;
        if (more > 0) length = 0;
        for (std::size_t i = 0; i < more; ++i) length = length << 8U | byte(2 + i);
        return left < header_ + length ? 0 : header_ + static_cast<std::size_t>(length);
    }

    void look_at(const Options& options, std::string_view message) {
        const std::string_view head = message.substr(0, k_head);
        if (holds(head, R"("type":"gap")")) ++gaps;
        if (holds(head, options.stream_match)) {
            ++messages;
            bytes += message.size();
        }
        if (holds(head, options.done.front())) done_ = true;
    }

    WebSocketClient socket_;
    std::string pending_;
    std::size_t header_ = 0;
    bool done_ = false;
};

/// Reads all until each has seen the end.
void read_all(std::deque<Watcher>& watchers, const Options& options) {
    const int poll = epoll_create1(EPOLL_CLOEXEC);
    for (Watcher& watcher : watchers) {
        epoll_event event{EPOLLIN, {&watcher}};
        epoll_ctl(poll, EPOLL_CTL_ADD, watcher.descriptor(), &event);
    }
    std::vector<char> space(1U << 18U);
    std::vector<epoll_event> ready(256);
    std::size_t left = watchers.size();
    while (left > 0) {
        const int count = epoll_wait(poll, ready.data(), static_cast<int>(ready.size()), options.timeout_s * 1000);
        if (count <= 0) break;
        for (int i = 0; i < count; ++i) {
            auto& watcher = *static_cast<Watcher*>(ready[static_cast<std::size_t>(i)].data.ptr);
            const bool was_done = watcher.done();
            const bool is_open = watcher.take(options, space);
            if (!was_done && (watcher.done() || !is_open)) --left;
            if (!is_open) epoll_ctl(poll, EPOLL_CTL_DEL, watcher.descriptor(), nullptr);
        }
    }
    close(poll);
}

}  // namespace

json measure_fan_out(const Options& options) {
    CellSession session(options);
    session.open();
    if (!options.greeting.empty()) session.execute(options.code);  // the kernel is warm
    std::deque<Watcher> watchers(static_cast<std::size_t>(options.watchers));
    for (Watcher& watcher : watchers)
        watcher.open(options, session.filled_path(options.ws_path), session.filled_path(options.greeting));
    const std::string code =
        paced_code(options.greeting.empty() ? "" : options.language, options.message_bytes, options.lines, options.rate);
    const double before = now_us();
    const std::string id = session.start(code);
    if (watchers.empty())
        session.wait_done(id, before);
    else
        read_all(watchers, options);
    const double elapsed = now_us() - before;
    std::uint64_t least = UINT64_MAX, most = 0, messages = 0, gaps = 0, unfinished = 0;
    for (const Watcher& watcher : watchers) {
        least = std::min(least, watcher.bytes);
        most = std::max(most, watcher.bytes);
        messages = std::max(messages, watcher.messages);
        gaps += watcher.gaps;
        unfinished += watcher.done() ? 0 : 1;
    }
    return {{"watchers", options.watchers}, {"seconds", elapsed * 1e-6}, {"least_bytes", watchers.empty() ? 0 : least},
            {"most_bytes", most},           {"messages", messages},      {"gaps", gaps},
            {"unfinished", unfinished}};
}

}  // namespace bench
