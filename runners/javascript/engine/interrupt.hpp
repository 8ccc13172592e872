#pragma once

#include <duktape.h>

namespace evald::js {

/// SIGINT, for the whole process (a signal has no other owner). It counts only while a cell runs: between arm() and
/// disarm(). Two ways lead from the handler: requested(), asked by busy scripts, and a descriptor that wakes the event
/// loop when nothing is busy.
class Interrupt {
public:
    /// Once, before any cell. Also ignores SIGPIPE: a closed pipe is a value for us, no end.
    static void install();
    /// The engine whose scripts are to look soon; null: none. It must be of this thread.
    static void watch(duk_context* engine);

    static void arm();
    static void disarm();
    static bool requested();

    static int wake_descriptor();
    static void drain_wake_descriptor();
};

}  // namespace evald::js
