#pragma once

#include <zlib.h>

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace evald::js {

/// Takes the encodings of a `Content-Encoding` header off a body, piece by piece: gzip and deflate; others stay as they
/// are. Throws HttpFailure for bytes that are none of these. An end that comes too early is the sender's last word.
class ContentDecoding {
public:
    using Sink = std::function<bool(std::string_view)>;  ///< false: no more is wanted

    explicit ContentDecoding(std::string_view header);
    ~ContentDecoding();
    ContentDecoding(const ContentDecoding&) = delete;
    ContentDecoding& operator=(const ContentDecoding&) = delete;

    bool decode(std::string_view bytes, const Sink& sink);

private:
    struct Layer {
        bool is_gzip = false;
        bool is_started = false;
        bool is_over = false;
        z_stream stream{};
    };
    bool through(std::size_t layer, std::string_view bytes, const Sink& sink);
    static void start(Layer& layer, std::string_view bytes);

    std::vector<std::unique_ptr<Layer>> layers_;  ///< the outermost first
};

}  // namespace evald::js
