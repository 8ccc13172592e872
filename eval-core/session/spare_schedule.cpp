#include "session/spare_schedule.hpp"

#include <algorithm>

namespace evald {
namespace {

using namespace std::chrono_literals;

constexpr auto k_pause = 100ms;
constexpr auto k_first_retry = 1s;
constexpr int k_most_doublings = 6;

}  // namespace

void SpareSchedule::taken(TimePoint now) {
    if (ready_ > 0) --ready_;
    failures_ = 0;  // not before: one that comes up is not yet one that lasts
    not_before_ = std::max(not_before_, now + k_pause);
}

void SpareSchedule::lost(TimePoint now) {
    if (ready_ > 0) --ready_;
    failed(now);
}

void SpareSchedule::start_ended(bool is_ready, TimePoint now) {
    is_starting_ = false;
    if (!is_ready) return failed(now);
    ++ready_;
}

void SpareSchedule::failed(TimePoint now) {
    not_before_ = now + k_first_retry * (1 << std::min(failures_, k_most_doublings));
    ++failures_;
}

std::optional<SpareSchedule::TimePoint> SpareSchedule::next_start() const {
    if (is_starting_ || ready_ >= wanted_) return std::nullopt;
    return not_before_;
}

}  // namespace evald
