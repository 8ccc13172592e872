#pragma once

#include "http/caller.hpp"
#include "http/client_address.hpp"
#include "http/request.hpp"
#include "http/response.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/address.hpp>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace evald::service {

class ByteStream;
class Connection;
struct Endpoint;

/// One request on its way to an answer: what a handler works with. Lives in its connection, from the moment when the
/// head is complete to the end of the answer. Loop thread.
class Exchange {
public:
    explicit Exchange(Connection& connection) : connection_(connection) {}
    Exchange(const Exchange&) = delete;
    Exchange& operator=(const Exchange&) = delete;

    [[nodiscard]] const Request& request() const;
    /// Who is at the other end of the connection: perhaps a proxy.
    [[nodiscard]] const boost::asio::ip::address& peer() const;
    /// The address that the connection came to, as text.
    [[nodiscard]] std::string_view local_address() const;
    /// The name in the caller's client certificate; empty: none.
    [[nodiscard]] std::string_view certified_name() const;
    [[nodiscard]] boost::asio::any_io_executor executor() const;

    // Filled on the way.
    std::string request_id;
    std::string session_id;  ///< becomes X-Session-Id
    ClientAddress client;    ///< whom limits by address count
    Caller caller;
    const Endpoint* endpoint = nullptr;   ///< null: no route
    std::vector<std::string> parameters;  ///< of the path, decoded, in order
    std::string more_fields;              ///< header lines for whatever the answer is (CORS)

    /// The handler takes the body by read_body(), instead of finding it in the request. Set on the way to it.
    bool reads_body = false;
    enum class BodyRead : std::uint8_t { more, end, failed };
    /// The next piece of the body, in order, of at most some 100 KB; empty only at the end. `failed`: it broke off or is
    /// malformed, which has been answered, or the caller has gone. A handler that answers before the end needs no more of
    /// it: the connection ends then.
    boost::asio::awaitable<BodyRead> read_body(std::string& piece);
    /// Sends a whole answer. Once.
    boost::asio::awaitable<void> respond(Response response);
    /// Sends the head of an answer whose end is not known. False: the caller has gone.
    boost::asio::awaitable<bool> begin_stream(int status, std::string_view content_type);
    /// Sends a head and then bytes of known total size.
    boost::asio::awaitable<bool> begin_sized(const Response& head, std::uint64_t size);
    /// Sends a part of the body; returns when the system has taken it. False: the caller has gone.
    boost::asio::awaitable<bool> send(std::string_view bytes);
    boost::asio::awaitable<void> end_stream();
    /// The answer cannot be completed: the connection will be closed, which tells the caller.
    void break_off();
    [[nodiscard]] bool has_begun() const { return status_ != 0; }
    /// Of the answer; 0 before there is one.
    [[nodiscard]] int status() const { return status_; }

    /// Looks out for the caller's going from now on; `call` runs once when it is noticed, or at once if it is known.
    /// Requests that come meanwhile are kept for later. A caller that has only said that it will send nothing more has
    /// not gone.
    void on_caller_gone(std::function<void()> call);
    /// Ends the look-out's call; to be done before what it touches goes.
    void forget_caller_gone();
    [[nodiscard]] bool caller_gone() const;

    /// Gives the connection away, for a WebSocket: the stream and the bytes that came behind the request.
    std::unique_ptr<ByteStream> release_stream(std::string& rest);
    /// What ends a connection that has been given away, when the server stops.
    void on_abort(std::function<void()> call);
    void note_status(int status) { status_ = status; }

    /// Prepares for the next request on the connection.
    void reset();

private:
    friend class Connection;
    void append_answer_head(std::string& out, HeadOptions options, std::string_view fields);
    boost::asio::awaitable<bool> send_head(const Response& head, Framing framing, std::uint64_t size);

    Connection& connection_;
    int status_ = 0;
    Framing framing_ = Framing::content_length;
};

}  // namespace evald::service
