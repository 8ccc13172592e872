#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace evald::js {

/// What a thread has read of a response's body and the loop has not taken yet: at most about k_most bytes, then the
/// thread waits. Both sides may leave at any time.
class BodyQueue {
public:
    static constexpr std::size_t k_most = 1 << 20;

    struct Piece {
        std::string bytes;
        bool is_end = false;
        std::string error;  ///< at the end: not empty if the body broke off, and why
        std::string code;
    };

    /// For the thread: waits for room. False: nobody wants the rest.
    bool put(std::string_view bytes);
    void end(std::string error, std::string code);

    /// For the loop: what has come. Nothing: `when_more` is called once, in the thread, when there is something.
    std::optional<Piece> take(std::function<void()> when_more);
    void abandon();

private:
    void tell(std::unique_lock<std::mutex>& lock);

    std::mutex mutex_;
    std::condition_variable has_room_;
    std::string bytes_;
    bool is_ended_ = false;
    bool is_abandoned_ = false;
    std::string error_;
    std::string code_;
    std::function<void()> when_more_;
};

}  // namespace evald::js
