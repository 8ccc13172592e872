#pragma once

#include <string>
#include <string_view>

namespace evald::js {

/// Where frames leave the runner. append() collects, flush() writes everything; writes block until the host has taken
/// them, so a slow host slows the cell and nothing piles up here. A host that is gone ends the process: there is nobody
/// left to run code for.
class FrameWriter {
public:
    explicit FrameWriter(int descriptor) : descriptor_(descriptor) {}
    FrameWriter(const FrameWriter&) = delete;
    FrameWriter& operator=(const FrameWriter&) = delete;

    /// `frame` is one JSON object without a line end.
    void append(std::string_view frame);
    void flush();

private:
    int descriptor_;
    std::string pending_;
};

}  // namespace evald::js
