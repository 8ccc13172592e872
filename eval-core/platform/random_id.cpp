#include "platform/random_id.hpp"

#include <cerrno>
#include <string_view>
#include <sys/random.h>
#include <system_error>

namespace evald {
namespace {

void fill_random(std::string& bytes) {
    std::size_t filled = 0;
    while (filled < bytes.size()) {
        const ssize_t got = ::getrandom(bytes.data() + filled, bytes.size() - filled, 0);
        if (got > 0) {
            filled += static_cast<std::size_t>(got);
        } else if (errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), "getrandom");
        }
    }
}

}  // namespace

std::string random_id(std::size_t length) {
    // 32 letters: taking the low five bits of a byte favours none of them.
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz234567";
    std::string id(length, '\0');
    fill_random(id);
    for (char& c : id) c = letters[static_cast<unsigned char>(c) & 31U];
    return id;
}

}  // namespace evald
