#include "inspect/iso_date.hpp"

#include <array>
#include <cmath>
#include <cstdio>

#include "engine/guarded.hpp"

namespace evald::js {

std::string iso_date_text(duk_context* ctx, double time) {
    if (std::isnan(time)) {
        return "Invalid Date";
    }
    duk_time_components parts{};
    guarded(ctx, 0, 0, [&parts, time](duk_context* inner) { duk_time_to_components(inner, time, &parts); });
    std::array<char, 64> buffer{};
    const int year = static_cast<int>(parts.year);
    const char* format =
        year < 0 || year > 9999 ? "%+07d-%02d-%02dT%02d:%02d:%02d.%03dZ" : "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ";
    std::snprintf(buffer.data(), buffer.size(), format, year, static_cast<int>(parts.month) + 1,
                  static_cast<int>(parts.day), static_cast<int>(parts.hours), static_cast<int>(parts.minutes),
                  static_cast<int>(parts.seconds), static_cast<int>(parts.milliseconds));
    return buffer.data();
}

}  // namespace evald::js
