#include "console/console.hpp"

#include <array>
#include <cmath>
#include <cstdio>

#include "protocol/number_text.hpp"
#include "runtime.hpp"

namespace evald::js {

void Console::write(Stream stream, std::string_view message) {
    line_.clear();
    line_ += indentation_;
    if (indentation_.empty()) {
        line_ += message;
    } else {
        for (const char c : message) {
            line_ += c;
            line_ += c == '\n' ? std::string_view(indentation_) : std::string_view();
        }
    }
    line_ += '\n';
    runtime_.output().write(stream, runtime_.current_cell(), line_);
    constexpr std::size_t k_kept_capacity = 1 << 20;
    if (line_.capacity() > k_kept_capacity) {
        line_ = std::string();
    }
}

std::string Console::elapsed(const std::string& label) const {
    const auto found = timers_.find(label);
    if (found == timers_.end()) {
        return {};
    }
    return duration_text(std::chrono::duration<double, std::milli>(Clock::now() - found->second).count());
}

std::string duration_text(double milliseconds) {
    constexpr double k_second = 1000;
    constexpr double k_minute = 60 * k_second;
    constexpr double k_hour = 60 * k_minute;
    std::array<char, 80> text{};
    const double seconds = std::fmod(milliseconds, k_minute) / k_second;
    const int minutes = static_cast<int>(std::fmod(milliseconds, k_hour) / k_minute);
    if (milliseconds >= k_hour) {
        std::snprintf(text.data(), text.size(), "%d:%02d:%06.3f (h:mm:ss.mmm)", static_cast<int>(milliseconds / k_hour),
                      minutes, seconds);
    } else if (milliseconds >= k_minute) {
        std::snprintf(text.data(), text.size(), "%d:%06.3f (m:ss.mmm)", minutes, seconds);
    } else if (milliseconds >= k_second) {
        std::snprintf(text.data(), text.size(), "%.3fs", seconds);
    } else {
        return number_text(std::round(milliseconds * 1000) / 1000) + "ms";
    }
    return text.data();
}

}  // namespace evald::js
