#pragma once

#include "output/terminal_line.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace evald {

/// Passes a text on that comes in pieces, without blank lines at its start and white space at its end.
///
/// White space (space, tab, newline) is held back until something follows it. At most 64 KiB are: a longer stretch is
/// passed on in blocks of that size, so of a text that ends in megabytes of white space some stays.
class EdgeTrimmer {
public:
    static constexpr std::size_t k_max_held = 64U << 10U;

    explicit EdgeTrimmer(TextSink sink) : sink_(std::move(sink)) {}

    void append(std::string_view text);
    /// The text is over; what is held back is dropped. The next append() starts a new text.
    void end();

private:
    std::string_view skip_blank_lines(std::string_view text);
    void hold(std::string_view white_space);

    TextSink sink_;
    bool started_ = false;
    std::string held_;
};

}  // namespace evald
