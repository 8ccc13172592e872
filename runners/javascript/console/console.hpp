#pragma once

#include <duktape.h>

#include <chrono>
#include <map>
#include <string>
#include <string_view>

#include "protocol/output_stream.hpp"

namespace evald::js {

class Runtime;

/// The state behind `console`: groups, counters and stopwatches of this kernel.
class Console {
public:
    using Clock = std::chrono::steady_clock;

    explicit Console(Runtime& runtime) : runtime_(runtime) {}

    /// One message with its line end, indented by the open groups.
    void write(Stream stream, std::string_view message);

    void open_group() { indentation_ += "  "; }
    void close_group() { indentation_.resize(indentation_.size() < 2 ? 0 : indentation_.size() - 2); }
    int count(const std::string& label) { return ++counts_[label]; }
    bool reset_count(const std::string& label) { return counts_.erase(label) > 0; }

    bool start_timer(const std::string& label) { return timers_.emplace(label, Clock::now()).second; }
    /// The time of a running timer as text ("1.234ms"), or "" if there is none.
    std::string elapsed(const std::string& label) const;
    void stop_timer(const std::string& label) { timers_.erase(label); }

private:
    Runtime& runtime_;
    std::string indentation_;
    std::string line_;  ///< kept for its memory
    std::map<std::string, int> counts_;
    std::map<std::string, Clock::time_point> timers_;
};

/// "1.234ms", "2.500s", "1:02.345 (m:ss.mmm)", as Node shows durations.
std::string duration_text(double milliseconds);

/// Defines `console` on the global object. Guarded by the caller.
void install_console(duk_context* ctx);

}  // namespace evald::js
