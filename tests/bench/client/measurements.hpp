#pragma once

#include "client/options.hpp"

#include <nlohmann/json.hpp>

namespace bench {

/// Runs the measurement that options.test names; throws std::runtime_error when the service fails it.
///
///   warm         small cells one after the other in one session
///   cold         a new session and its first cell, several times
///   stream       much output; all lines are counted
///   firstout     how long a long cell's first line takes
///   concurrent   as warm, in several sessions at once
///   interrupt    from the interrupt of an endless cell to its end
///   http         any request, again and again, over one connection
///   watch        one session prints at a set pace, many connections get it
///   tools        a cell calls a tool that the client answers
///   hold         opens sessions with a kernel each and keeps them until standard input ends
nlohmann::json measure(const Options& options);

}  // namespace bench
