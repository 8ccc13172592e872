#pragma once

#include <cstddef>
#include <string>

namespace evald {

/// An unguessable name of `length` characters of [a-z2-7], five random bits each, from the kernel's generator
/// (getrandom). The default has 130 bits. Any thread; throws std::system_error if the system has no randomness to give.
[[nodiscard]] std::string random_id(std::size_t length = 26);

}  // namespace evald
