#pragma once

#include "execution/event_log.hpp"
#include "http/exchange.hpp"
#include "sse/event_encoding.hpp"

#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <string>

namespace evald::service {

/// How such a stream ended.
enum class StreamEnd : std::uint8_t {
    run_finished,   ///< the run that was waited for has ended, and its event is out
    session_ended,  ///< nothing more can come
    caller_gone
};

/// Passes events on as they come, each sent at once, those that wait together in one piece; a comment every 5 s keeps a
/// server-sent stream alive. `exchange` has begun its stream. `until_run`: ends after this run's run.finished; empty:
/// only with the session. Both references outlive the call.
boost::asio::awaitable<StreamEnd> pass_events(Exchange& exchange, Subscription& events, EventFormat format,
                                              std::string epoch, std::string until_run);

}  // namespace evald::service
