/// Fuzz target: any line through the frame decoder, whole and as a stream of lines.
///
/// Whatever comes in: no fault of memory, and what is handed on is valid UTF-8.

#include "base/utf8.hpp"
#include "platform/line_reader.hpp"
#include "protocol/frame_codec.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

void check(const evald::Frame& frame) {
    require(evald::is_valid_utf8(frame.id) && evald::is_valid_utf8(frame.text));
    require(evald::is_valid_utf8(frame.args_json) && evald::is_valid_utf8(frame.transient_json));
    for (const std::string_view line : frame.traceback) require(evald::is_valid_utf8(line));
    for (const evald::MimeEntry& entry : frame.bundle.entries) {
        require(evald::is_valid_utf8(entry.mime_type) && evald::is_valid_utf8(entry.text));
        require(evald::is_valid_utf8(entry.json) && !entry.json.empty());
        require(entry.json.find('\n') == std::string::npos && entry.json.find('\r') == std::string::npos);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static evald::FrameCodec codec;
    evald::LineReader reader(std::size_t{1} << 16U);
    while (size > 0) {
        const auto space = reader.prepare();
        const std::size_t piece = std::min(size, space.size());
        std::memcpy(space.data(), data, piece);
        reader.commit(piece);
        data += piece;
        size -= piece;
        while (const auto line = reader.next()) {
            if (const evald::Frame* frame = codec.decode(*line)) check(*frame);
        }
    }
    // Whatever was left without a newline is decoded too.
    reader.prepare()[0] = '\n';
    reader.commit(1);
    if (const auto line = reader.next()) {
        if (const evald::Frame* frame = codec.decode(*line)) check(*frame);
    }
    return 0;
}
