#include "event_loop/event_loop.hpp"

#include <fcntl.h>

#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <utility>

namespace evald::js {

namespace asio = boost::asio;

class EventLoop::Impl {
public:
    Impl(int request_descriptor, int interrupt_descriptor, Handlers handlers)
        : context_(1),
          handlers_(std::move(handlers)),
          requests_(context_, request_descriptor),
          interrupts_(context_, interrupt_descriptor),
          timer_(context_) {}

    ~Impl() {
        // The descriptors belong to others.
        requests_.release();
        interrupts_.release();
    }

    void run() {
        wait_for_requests();
        wait_for_interrupts();
        while (!context_.stopped()) {
            context_.run_one();
            while (context_.poll_one() > 0) {
            }
            handlers_.before_sleep();
        }
    }

    void stop() { context_.stop(); }

    void set_timer(std::optional<TimePoint> due) {
        if (due == due_) {
            return;
        }
        due_ = due;
        timer_.cancel();
        if (!due) {
            return;
        }
        timer_.expires_at(*due);
        timer_.async_wait([this, expected = *due](const boost::system::error_code& error) {
            // A timer whose handler is queued can't be cancelled any more, hence the comparison.
            if (!error && due_ == expected) {
                due_.reset();
                handlers_.timer_due();
            }
        });
    }

    void when_ready(int descriptor, bool for_writing, std::function<void()> callback) {
        // A copy of the descriptor: Asio wants one for itself, and two waits on one would be in each other's way.
        auto copy =
            std::make_shared<asio::posix::stream_descriptor>(context_, ::fcntl(descriptor, F_DUPFD_CLOEXEC, 64));
        const auto wait =
            for_writing ? asio::posix::stream_descriptor::wait_write : asio::posix::stream_descriptor::wait_read;
        copy->async_wait(wait, [copy, callback = std::move(callback)](const boost::system::error_code& error) {
            if (error != asio::error::operation_aborted) {
                callback();
            }
        });
    }

    void post(std::function<void()> task) { asio::post(context_, std::move(task)); }

private:
    void wait_for_requests() {
        requests_.async_wait(asio::posix::stream_descriptor::wait_read, [this](const boost::system::error_code& error) {
            // A file can't be waited for (an error), but read at once.
            if (error != asio::error::operation_aborted) {
                handlers_.requests_readable();
                wait_for_requests();
            }
        });
    }

    void wait_for_interrupts() {
        interrupts_.async_wait(asio::posix::stream_descriptor::wait_read,
                               [this](const boost::system::error_code& error) {
                                   if (!error) {
                                       handlers_.interrupted();
                                       wait_for_interrupts();
                                   }
                               });
    }

    asio::io_context context_;  // first, so that it outlives what hangs on it
    Handlers handlers_;
    asio::posix::stream_descriptor requests_;
    asio::posix::stream_descriptor interrupts_;
    asio::steady_timer timer_;
    std::optional<TimePoint> due_;
};

EventLoop::EventLoop(int request_descriptor, int interrupt_descriptor, Handlers handlers)
    : impl_(std::make_unique<Impl>(request_descriptor, interrupt_descriptor, std::move(handlers))) {}
EventLoop::~EventLoop() = default;

void EventLoop::run() { impl_->run(); }
void EventLoop::stop() { impl_->stop(); }
void EventLoop::set_timer(std::optional<TimePoint> due) { impl_->set_timer(due); }
void EventLoop::when_ready(int descriptor, bool for_writing, std::function<void()> callback) {
    impl_->when_ready(descriptor, for_writing, std::move(callback));
}
void EventLoop::post(std::function<void()> task) { impl_->post(std::move(task)); }

}  // namespace evald::js
