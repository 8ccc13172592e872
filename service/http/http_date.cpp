#include "http/http_date.hpp"

#include <array>
#include <ctime>

namespace evald::service {

std::string http_date(std::int64_t seconds) {
    // Not strftime's %a and %b: those follow the locale.
    constexpr std::array days{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    constexpr std::array months{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const std::time_t time = seconds;
    std::tm parts{};
    gmtime_r(&time, &parts);
    std::array<char, 32> rest{};
    std::string text = days.at(static_cast<std::size_t>(parts.tm_wday));
    text.append(rest.data(), std::strftime(rest.data(), rest.size(), ", %d ", &parts));
    text += months.at(static_cast<std::size_t>(parts.tm_mon));
    text.append(rest.data(), std::strftime(rest.data(), rest.size(), " %Y %H:%M:%S GMT", &parts));
    return text;
}

std::string_view http_date_now() {
    static thread_local std::time_t second = -1;
    static thread_local std::string text;
    timespec now{};
    clock_gettime(CLOCK_REALTIME_COARSE, &now);
    if (now.tv_sec != second) {
        second = now.tv_sec;
        text = http_date(second);
    }
    return text;
}

}  // namespace evald::service
