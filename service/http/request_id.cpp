#include "http/request_id.hpp"

#include "platform/random_id.hpp"

#include <array>
#include <charconv>
#include <cstdint>

namespace evald::service {

bool is_request_id(std::string_view text) {
    constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    return !text.empty() && text.size() <= 128 && text.find_first_not_of(allowed) == std::string_view::npos;
}

std::string new_request_id() {
    // Random once a process, then counted: a request costs no system call.
    static const std::string prefix = random_id(10) + "-";
    static std::uint64_t count = 0;
    std::array<char, 20> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), ++count);
    std::string id = prefix;
    id.append(digits.data(), end.ptr);
    return id;
}

}  // namespace evald::service
