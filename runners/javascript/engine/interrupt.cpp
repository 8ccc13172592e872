#include "engine/interrupt.hpp"

#include "duktape/introspection.h"

#include <csignal>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <system_error>

namespace evald::js {

namespace {

std::atomic<bool> g_armed{false};
std::atomic<bool> g_requested{false};
int g_wake = -1;
duk_context* g_engine = nullptr;
static_assert(std::atomic<bool>::is_always_lock_free, "used in a signal handler");

void on_signal(int /*number*/) {
    if (!g_armed.load()) {
        return;
    }
    g_requested.store(true);
    if (g_engine != nullptr) {
        evald_check_soon(g_engine);
    }
    const int saved = errno;
    const std::uint64_t one = 1;
    (void)!::write(g_wake, &one, sizeof one);
    errno = saved;
}

}  // namespace

void Interrupt::install() {
    g_wake = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (g_wake < 0) {
        throw std::system_error(errno, std::generic_category(), "eventfd");
    }
    struct sigaction action {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGINT, &action, nullptr);
    action.sa_handler = SIG_IGN;
    ::sigaction(SIGPIPE, &action, nullptr);
    // Whoever started us may have blocked it.
    sigset_t unblocked;
    sigemptyset(&unblocked);
    sigaddset(&unblocked, SIGINT);
    ::sigprocmask(SIG_UNBLOCK, &unblocked, nullptr);
}

void Interrupt::watch(duk_context* engine) { g_engine = engine; }

void Interrupt::arm() {
    g_requested.store(false);
    g_armed.store(true);
}

void Interrupt::disarm() {
    g_armed.store(false);
    g_requested.store(false);
}

bool Interrupt::requested() { return g_requested.load(std::memory_order_relaxed); }

int Interrupt::wake_descriptor() { return g_wake; }

void Interrupt::drain_wake_descriptor() {
    std::uint64_t count = 0;
    (void)!::read(g_wake, &count, sizeof count);
}

}  // namespace evald::js
