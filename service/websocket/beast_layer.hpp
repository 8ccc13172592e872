#pragma once

#include "websocket/socket_link.hpp"

#include <boost/asio/async_result.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/role.hpp>
#include <boost/beast/websocket/teardown.hpp>
#include <memory>
#include <utility>

namespace evald::service {

/// Makes a SocketLink the AsyncStream that Beast's websocket::stream wants beneath it. What Beast writes (its handshake
/// and control frames) is put into the link's queue and counts as written then; above `k_write_mark` queued bytes it
/// counts only once the queue is empty, so that a peer that sends pings and does not read is not read either.
class BeastLayer {
public:
    using executor_type = boost::asio::any_io_executor;
    static constexpr std::size_t k_write_mark = 1U << 20U;

    explicit BeastLayer(std::shared_ptr<SocketLink> link) : link_(std::move(link)) {}
    executor_type get_executor() { return link_->stream().executor(); }
    [[nodiscard]] const std::shared_ptr<SocketLink>& link() const { return link_; }

    template <class Buffers, class Token>
    auto async_read_some(const Buffers& buffers, Token&& token) {
        return boost::asio::async_initiate<Token, void(boost::system::error_code, std::size_t)>(
            [](auto handler, const std::shared_ptr<SocketLink>& link, const Buffers& into) {
                boost::asio::mutable_buffer first;
                const auto end = boost::asio::buffer_sequence_end(into);
                for (auto it = boost::asio::buffer_sequence_begin(into); it != end && first.size() == 0; ++it)
                    first = *it;
                link->async_read_some(first, copyable(std::move(handler)));
            },
            token, link_, buffers);
    }

    template <class Buffers, class Token>
    auto async_write_some(const Buffers& buffers, Token&& token) {
        return boost::asio::async_initiate<Token, void(boost::system::error_code, std::size_t)>(
            [](auto handler, const std::shared_ptr<SocketLink>& link, const Buffers& from) {
                std::string bytes(boost::asio::buffer_size(from), '\0');
                boost::asio::buffer_copy(boost::asio::buffer(bytes), from);
                link->append_control(bytes);
                auto done = [call = copyable(std::move(handler)), size = bytes.size()] { call({}, size); };
                if (link->queued() > k_write_mark)
                    link->when_flushed(std::move(done));
                else
                    boost::asio::post(link->stream().executor(), std::move(done));
            },
            token, link_, buffers);
    }

private:
    /// Handlers can only be moved, std::function wants to copy.
    template <class Handler>
    static ByteStream::Callback copyable(Handler handler) {
        auto kept = std::make_shared<Handler>(std::move(handler));
        return [kept](boost::system::error_code error, std::size_t bytes) {
            Handler once = std::move(*kept);
            std::move(once)(error, bytes);
        };
    }

    std::shared_ptr<SocketLink> link_;
};

// Found by Beast when a connection times out or ends.
inline void beast_close_socket(BeastLayer& layer) { layer.link()->close(); }

inline void teardown(boost::beast::role_type, BeastLayer& layer, boost::system::error_code& error) {
    error = {};
    layer.link()->close();
}

template <class Handler>
void async_teardown(boost::beast::role_type, BeastLayer& layer, Handler&& handler) {
    auto kept = std::make_shared<std::decay_t<Handler>>(std::forward<Handler>(handler));
    layer.link()->tear_down([kept] {
        auto once = std::move(*kept);
        std::move(once)(boost::system::error_code());
    });
}

}  // namespace evald::service
