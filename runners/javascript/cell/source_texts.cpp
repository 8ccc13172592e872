#include "cell/source_texts.hpp"

namespace evald::js {

void SourceTexts::keep(std::string_view text) {
    texts_.emplace_back(text);
    bytes_ += text.size();
    while (bytes_ > k_most_bytes) {
        bytes_ -= texts_.front().size();
        texts_.pop_front();
        ++first_;
    }
}

std::string_view SourceTexts::part(std::uint32_t number, std::size_t begin, std::size_t end) const {
    if (number < first_ || number >= next_number()) {
        return {};
    }
    const std::string_view text = texts_[number - first_];
    return begin <= end && end <= text.size() ? text.substr(begin, end - begin) : std::string_view();
}

}  // namespace evald::js
