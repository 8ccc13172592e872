#pragma once

#include "protocol/frame.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace evald {

/// Turns lines of a runner into frames. Fully validating; whatever the line holds, the worst is that it is no frame.
///
/// Keeps its memory between calls and lets go of what a huge frame took. One a kernel, one thread.
class FrameCodec {
public:
    /// Deeper values are no frame: nobody's display needs them, and readers recurse.
    static constexpr std::size_t k_max_depth = 256;

    FrameCodec();
    ~FrameCodec();
    FrameCodec(const FrameCodec&) = delete;
    FrameCodec& operator=(const FrameCodec&) = delete;

    /// The frame, valid until the next call, or null when the line is none (counted). LineReader::k_padding bytes
    /// behind `line` must be readable.
    const Frame* decode(std::string_view line);
    [[nodiscard]] std::uint64_t garbage_lines() const { return garbage_lines_; }

private:
    struct Parser;
    bool decode_into_frame(std::string_view line);

    std::unique_ptr<Parser> parser_;
    Frame frame_;
    std::uint64_t garbage_lines_ = 0;
};

}  // namespace evald
