#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace evald::service {

/// Lines of the log on their way to a descriptor, written in the order in which they came. Any thread.
class LogBatch {
public:
    /// `descriptor` stays the caller's.
    explicit LogBatch(int descriptor) : descriptor_(descriptor) {}

    /// Writes the line, and before it all that wait. A descriptor that takes nothing more loses them.
    void write(std::string_view line);
    /// Lets the line wait until write_waiting(), which `pace` is asked to see to; without one, writes it.
    void write_later(std::string_view line);
    void write_waiting();
    /// Called, in write_later(), when the first line begins to wait: it must bring about write_waiting(), and must not
    /// call back here itself. Empty: nothing waits from now on, and what does is written.
    void set_pace(std::function<void()> pace);

private:
    void drain();

    const int descriptor_;
    std::mutex mutex_;
    std::string waiting_;
    std::function<void()> pace_;
};

}  // namespace evald::service
