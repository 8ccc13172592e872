#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace evald::service {

enum class LogFormat : std::uint8_t { text, json };
enum class LogLevel : std::uint8_t { debug, info, warn, error };

/// What LogEvents look like from now on.
void set_log_event_format(LogFormat format);
/// Whether a line of this level is written: what goes into one need not be gathered otherwise.
[[nodiscard]] bool is_logged(LogLevel level);

/// One line of the log about one thing that happened: a name and fields, as JSON members or as `name key=value …`.
/// Written by write(); a field without a value is left out. What goes in is never code, output or a secret. Loop
/// thread.
class LogEvent {
public:
    LogEvent(LogLevel level, std::string_view name);

    /// Bytes that are no UTF-8 become U+FFFD.
    LogEvent& text(std::string_view key, std::string_view value);
    LogEvent& number(std::string_view key, std::int64_t value);
    /// Milliseconds with three places.
    LogEvent& milliseconds(std::string_view key, std::int64_t microseconds);
    void write() const;
    /// What write() writes, without time and level.
    [[nodiscard]] const std::string& line() const { return line_; }

private:
    void add(std::string_view key, std::string_view value, bool is_text);

    LogLevel level_;
    std::string line_;
};

/// The name of the logger that takes what LogEvents have written already.
inline constexpr const char* k_event_logger = "event";

}  // namespace evald::service
