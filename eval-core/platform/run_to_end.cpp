#include "platform/run_to_end.hpp"

#include "platform/async_event.hpp"
#include "platform/pipe.hpp"

#include <array>
#include <boost/asio/this_coro.hpp>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace evald {
namespace asio = boost::asio;
namespace {

constexpr int k_retry_after_s = 1;

std::string read_what_is_there(const UniqueFd& pipe) {
    std::string text(k_pipe_capacity, '\0');
    const ssize_t size = ::read(pipe.get(), text.data(), text.size());
    text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    return text;
}

}  // namespace

asio::awaitable<Result<EndedProcess>> run_to_end(Spawner& spawner, SpawnRequest request,
                                                 std::chrono::steady_clock::duration limit) {
    Result<Pipe> pipe = make_pipe();
    if (!pipe) co_return pipe.error();
    Result<UniqueFd> null = open_null();
    if (!null) co_return null.error();
    UniqueFd second_end(::fcntl(pipe->write.get(), F_DUPFD_CLOEXEC, 0));
    request.descriptors.push_back(std::move(*null));
    request.descriptors.push_back(std::move(pipe->write));
    request.descriptors.push_back(std::move(second_end));
    set_non_blocking(pipe->read);

    Result<ChildProcess> child = co_await spawner.spawn(std::move(request));
    if (!child) co_return child.error();
    const auto loop = co_await asio::this_coro::executor;
    AsyncEvent ended(loop);
    EndedProcess result;
    child->watch_exit([&ended, &result](const ExitStatus& status) {
        result.status = status;
        ended.set();
    });
    // What it writes is read when it has ended: more than the pipe holds makes it block, and the limit ends it.
    const bool is_ended = co_await ended.wait_for(limit);
    result.output = read_what_is_there(pipe->read);
    if (!is_ended) co_return Error{ErrorCode::unavailable, "did not end in time", {}, k_retry_after_s};
    co_return result;
}

}  // namespace evald
