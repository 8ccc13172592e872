#include "http/exchange.hpp"

#include "http/connection.hpp"

#include <array>
#include <charconv>
#include <utility>

namespace evald::service {
namespace {

/// Smaller bodies are copied behind their head, so that one buffer goes out.
constexpr std::size_t k_copied_body = 16U << 10U;

}  // namespace

const Request& Exchange::request() const { return connection_.request_; }
const boost::asio::ip::address& Exchange::peer() const { return connection_.peer_; }
std::string_view Exchange::local_address() const { return connection_.local_address_; }
std::string_view Exchange::certified_name() const {
    return connection_.stream_ ? connection_.stream_->certified_name() : std::string_view();
}
boost::asio::any_io_executor Exchange::executor() const { return connection_.executor_; }

void Exchange::reset() {
    request_id.clear();
    session_id.clear();
    more_fields.clear();
    parameters.clear();
    reads_body = false;
    caller = Caller();
    client = ClientAddress{peer(), false};
    endpoint = nullptr;
    status_ = 0;
}

void Exchange::append_answer_head(std::string& out, HeadOptions options, std::string_view fields) {
    status_ = options.status;
    options.request_id = request_id;
    options.session_id = session_id;
    options.keep_alive = connection_.keeps_alive() && options.framing != Framing::until_close;
    options.is_http10 = request().version() < 11;
    if (more_fields.empty()) {
        options.fields = fields;
    } else {
        more_fields += fields;
        options.fields = more_fields;
    }
    append_head(out, options);
}

boost::asio::awaitable<Exchange::BodyRead> Exchange::read_body(std::string& piece) {
    const BodyRead read = co_await connection_.read_piece(piece);
    co_return read;
}

boost::asio::awaitable<void> Exchange::respond(Response response) {
    const std::string_view body = response.text();
    const bool has_body = status_has_body(response.status);
    HeadOptions options;
    options.status = response.status;
    options.content_type = response.content_type;
    options.framing = has_body ? Framing::content_length : Framing::none;
    options.content_length = body.size();
    options.cacheable = response.cacheable;
    std::string& out = connection_.out_;
    out.clear();
    append_answer_head(out, options, response.fields);
    Pieces pieces;
    const bool sends_body = has_body && request().method() != Method::head;
    if (sends_body && body.size() <= k_copied_body) out += body;
    pieces.add(out);
    if (sends_body && body.size() > k_copied_body) pieces.add(body);
    co_await connection_.write(pieces);
}

boost::asio::awaitable<bool> Exchange::send_head(const Response& head, Framing framing, std::uint64_t size) {
    framing_ = framing;
    HeadOptions options;
    options.status = head.status;
    options.content_type = head.content_type;
    options.framing = framing;
    options.content_length = size;
    options.cacheable = head.cacheable;
    std::string& out = connection_.out_;
    out.clear();
    append_answer_head(out, options, head.fields);
    Pieces pieces;
    pieces.add(out);
    const bool is_sent = co_await connection_.write(pieces);
    co_return is_sent;
}

boost::asio::awaitable<bool> Exchange::begin_stream(int status, std::string_view content_type) {
    Response head(status);
    head.content_type = content_type;
    head.add("X-Accel-Buffering", "no");  // or a proxy before us might collect events
    const bool knows_chunks = request().version() >= 11;
    if (!knows_chunks) connection_.must_close_ = true;
    const Framing framing = knows_chunks ? Framing::chunked : Framing::until_close;
    const bool is_sent = co_await send_head(head, framing, 0);
    co_return is_sent;
}

boost::asio::awaitable<bool> Exchange::begin_sized(const Response& head, std::uint64_t size) {
    const bool is_sent = co_await send_head(head, Framing::content_length, size);
    co_return is_sent;
}

boost::asio::awaitable<bool> Exchange::send(std::string_view bytes) {
    if (bytes.empty()) co_return !caller_gone();
    std::array<char, 20> size{};
    Pieces pieces;
    if (framing_ == Framing::chunked) {
        char* const end = std::to_chars(size.data(), size.data() + size.size() - 2, bytes.size(), 16).ptr;
        end[0] = '\r';
        end[1] = '\n';
        pieces.add({size.data(), static_cast<std::size_t>(end - size.data()) + 2});
        pieces.add(bytes);
        pieces.add("\r\n");
    } else {
        pieces.add(bytes);
    }
    const bool is_sent = co_await connection_.write(pieces);
    co_return is_sent;
}

boost::asio::awaitable<void> Exchange::end_stream() {
    if (framing_ != Framing::chunked) co_return;
    Pieces pieces;
    pieces.add("0\r\n\r\n");
    co_await connection_.write(pieces);
}

void Exchange::break_off() {
    connection_.must_close_ = true;
    connection_.gone_ = true;
}

void Exchange::on_caller_gone(std::function<void()> call) {
    if (connection_.gone_) {
        call();
        return;
    }
    connection_.gone_call_ = std::move(call);
    connection_.watch_caller();
}

void Exchange::forget_caller_gone() { connection_.gone_call_ = nullptr; }

bool Exchange::caller_gone() const { return connection_.gone_; }

void Exchange::on_abort(std::function<void()> call) { connection_.abort_call_ = std::move(call); }

std::unique_ptr<ByteStream> Exchange::release_stream(std::string& rest) {
    rest = connection_.input_.view();
    connection_.input_.consume(rest.size());
    return std::move(connection_.stream_);
}

}  // namespace evald::service
