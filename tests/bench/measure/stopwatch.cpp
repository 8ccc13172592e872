#include "measure/stopwatch.hpp"

#include <sys/resource.h>
#include <sys/time.h>

namespace bench {
namespace {

double microseconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_usec);
}

}  // namespace

double processor_us() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return microseconds(usage.ru_utime) + microseconds(usage.ru_stime);
}

}  // namespace bench
