#include "engine/native_stack.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <cstdint>

namespace evald::js {

namespace {

std::uintptr_t g_lowest = 0;  // below this address the stack is nearly used up

std::uintptr_t here() { return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)); }

}  // namespace

void NativeStack::measure() {
    constexpr rlim_t k_assumed_at_most = 64 << 20;
    constexpr rlim_t k_kept_free = 384 << 10;
    rlimit limit{};
    if (::getrlimit(RLIMIT_STACK, &limit) != 0) {
        return;
    }
    const rlim_t size = std::min(limit.rlim_cur, k_assumed_at_most);
    const rlim_t usable = size > 2 * k_kept_free ? size - k_kept_free : size / 2;
    g_lowest = here() - usable;
}

bool NativeStack::is_low(std::size_t margin) { return here() < g_lowest + margin; }

}  // namespace evald::js

extern "C" int evald_native_stack_is_low() { return evald::js::NativeStack::is_low() ? 1 : 0; }
