#include "platform/random_id.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <string_view>
#include <sys/random.h>
#include <system_error>
#include <utility>

namespace evald {
namespace {

/// Bytes from the kernel, asked for many at once: each run has an id, and a system call for each shows in its time.
class RandomBytes {
public:
    unsigned char next() {
        if (used_ == bytes_.size()) refill();
        // Not kept: what was given out must not be found in a later dump of this memory.
        return std::exchange(bytes_[used_++], static_cast<unsigned char>(0));
    }

private:
    void refill() {
        std::size_t filled = 0;
        while (filled < bytes_.size()) {
            const ssize_t got = ::getrandom(bytes_.data() + filled, bytes_.size() - filled, 0);
            if (got > 0) {
                filled += static_cast<std::size_t>(got);
            } else if (errno != EINTR) {
                throw std::system_error(errno, std::generic_category(), "getrandom");
            }
        }
        used_ = 0;
    }

    std::array<unsigned char, 256> bytes_{};  // as much as getrandom gives without being interrupted
    std::size_t used_ = bytes_.size();
};

}  // namespace

std::string random_id(std::size_t length) {
    // 32 letters: taking the low five bits of a byte favours none of them.
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz234567";
    thread_local RandomBytes random;
    std::string id(length, '\0');
    std::ranges::generate(id, [letters] { return letters[random.next() & 31U]; });
    return id;
}

}  // namespace evald
