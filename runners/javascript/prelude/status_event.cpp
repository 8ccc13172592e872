#include "prelude/status_event.hpp"

#include "protocol/text_encoding.hpp"

namespace evald::js {

std::size_t StatusEvent::character_limit(std::string_view text) {
    constexpr std::size_t k_longest = 2000;
    return character_boundary(text, k_longest);
}

}  // namespace evald::js
