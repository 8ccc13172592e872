#pragma once

#include "platform/line_reader.hpp"
#include "protocol/frame_codec.hpp"

#include <cstring>
#include <memory>
#include <string_view>

namespace evald::test {

/// Decodes a line that lies in memory of exactly its size and padding, so that a sanitizer sees what reads further.
class LineDecoder {
public:
    const Frame* operator()(std::string_view line) {
        memory_.reset(new char[line.size() + LineReader::k_padding]);
        if (!line.empty()) std::memcpy(memory_.get(), line.data(), line.size());
        std::memset(memory_.get() + line.size(), '"', LineReader::k_padding);
        return codec.decode(std::string_view(memory_.get(), line.size()));
    }

    FrameCodec codec;

private:
    std::unique_ptr<char[]> memory_;
};

}  // namespace evald::test
