#include "support/fake_kernel.hpp"

#include "platform/async_event.hpp"

#include <map>
#include <utility>
#include <variant>

namespace evald::test {
namespace asio = boost::asio;

struct FakeProvisioner::State {
    explicit State(const asio::any_io_executor& executor) : loop(executor), released(executor) { released.set(); }

    asio::any_io_executor loop;
    std::deque<std::variant<std::shared_ptr<FakeKernelControl>, Error>> prepared;
    std::map<Language, Error> unavailable;
    AsyncEvent released;
};

FakeProvisioner::FakeProvisioner(asio::any_io_executor loop) : state_(std::make_shared<State>(loop)) {}

FakeProvisioner::~FakeProvisioner() = default;

std::shared_ptr<FakeKernelControl> FakeProvisioner::expect_launch(std::vector<FakeScript> scripts) {
    auto control = std::make_shared<FakeKernelControl>();
    for (FakeScript& script : scripts) control->scripts.push_back(std::move(script));
    state_->prepared.emplace_back(control);
    return control;
}

void FakeProvisioner::fail_launch(Error error) { state_->prepared.emplace_back(std::move(error)); }

void FakeProvisioner::make_unavailable(Language language, Error error) {
    state_->unavailable.insert_or_assign(language, std::move(error));
}

void FakeProvisioner::set_launches_released(bool released) {
    if (released) {
        state_->released.set();
    } else {
        state_->released.reset();
    }
}

Result<void> FakeProvisioner::availability(Language language) const {
    const auto found = state_->unavailable.find(language);
    if (found != state_->unavailable.end()) return found->second;
    return {};
}

asio::awaitable<Result<std::unique_ptr<Kernel>>> FakeProvisioner::launch(LaunchRequest request) {
    const std::shared_ptr<State> state = state_;
    co_await state->released.wait();
    auto control = std::make_shared<FakeKernelControl>();
    if (!state->prepared.empty()) {
        auto next = std::move(state->prepared.front());
        state->prepared.pop_front();
        if (const Error* error = std::get_if<Error>(&next)) co_return *error;
        control = std::get<std::shared_ptr<FakeKernelControl>>(next);
    } else if (on_launch) {
        on_launch(*control);
    }
    const Language language = request.language;
    control->launch = std::move(request);
    launched.push_back(control);
    co_return std::unique_ptr<Kernel>(std::make_unique<FakeKernel>(state->loop, language, control));
}

}  // namespace evald::test
