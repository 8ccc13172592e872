#include "sse/event_stream.hpp"

#include "platform/async_event.hpp"

#include <chrono>

namespace evald::service {
namespace {

constexpr std::chrono::seconds k_keep_alive{5};
/// How much is gathered for one write.
constexpr std::size_t k_gathered = 256U << 10U;

/// Takes what waits. True: the end of `until_run` is among it.
bool gather(std::string& out, Subscription& events, EventFormat format, const std::string& epoch,
            const std::string& until_run) {
    while (out.size() < k_gathered) {
        const EventPtr event = events.next();
        if (!event) break;
        append_event(out, format, *event, epoch);
        if (event->type == EventType::run_finished && !until_run.empty() && event->run == until_run) return true;
    }
    return false;
}

boost::asio::awaitable<StreamEnd> pass(Exchange& exchange, Subscription& events, EventFormat format, std::string epoch,
                                       std::string until_run, AsyncEvent& wake) {
    std::string out;
    while (true) {
        wake.reset();
        out.clear();
        const bool is_last = gather(out, events, format, epoch, until_run);
        if (exchange.caller_gone()) co_return StreamEnd::caller_gone;
        if (!out.empty()) {
            const bool is_sent = co_await exchange.send(out);
            if (!is_sent) co_return StreamEnd::caller_gone;
            if (is_last) co_return StreamEnd::run_finished;
            continue;
        }
        if (events.ended()) co_return StreamEnd::session_ended;
        const bool has_news = co_await wake.wait_for(k_keep_alive);
        if (has_news || format != EventFormat::server_sent) continue;
        const bool is_sent = co_await exchange.send(": keep-alive\n\n");
        if (!is_sent) co_return StreamEnd::caller_gone;
    }
}

}  // namespace

boost::asio::awaitable<StreamEnd> pass_events(Exchange& exchange, Subscription& events, EventFormat format,
                                              std::string epoch, std::string until_run) {
    AsyncEvent wake(exchange.executor());
    events.on_ready([&wake] { wake.set(); });
    exchange.on_caller_gone([&wake] { wake.set(); });
    const StreamEnd end = co_await pass(exchange, events, format, std::move(epoch), std::move(until_run), wake);
    events.on_ready({});
    exchange.forget_caller_gone();
    co_return end;
}

}  // namespace evald::service
