#include "platform/one_shot_timer.hpp"

#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <utility>

namespace evald {
namespace asio = boost::asio;

struct OneShotTimer::State {
    explicit State(const asio::any_io_executor& loop) : timer(loop) {}

    asio::steady_timer timer;
    std::function<void()> action;  ///< empty: not armed
    std::uint64_t round = 0;       ///< tells a queued call of an earlier arm() from the current one
};

OneShotTimer::OneShotTimer(asio::any_io_executor loop) : state_(std::make_shared<State>(loop)) {}

OneShotTimer::~OneShotTimer() { cancel(); }

void OneShotTimer::arm(std::chrono::steady_clock::duration delay, std::function<void()> action) {
    state_->action = std::move(action);
    const std::uint64_t round = ++state_->round;
    state_->timer.expires_after(delay);
    state_->timer.async_wait([state = state_, round](const boost::system::error_code&) {
        if (round != state->round || !state->action) return;
        const auto due = std::exchange(state->action, nullptr);
        due();
    });
}

void OneShotTimer::cancel() {
    ++state_->round;
    state_->action = nullptr;
    state_->timer.cancel();
}

bool OneShotTimer::is_armed() const { return static_cast<bool>(state_->action); }

}  // namespace evald
