#include "web/content_decoding.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "web/http_connection.hpp"

namespace evald::js {

namespace {

std::string lower_trimmed(std::string_view text) {
    std::string out;
    std::ranges::copy_if(text, std::back_inserter(out), [](unsigned char c) { return std::isspace(c) == 0; });
    std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

}  // namespace

ContentDecoding::ContentDecoding(std::string_view header) {
    while (!header.empty()) {
        const std::size_t comma = header.rfind(',');
        const std::string name = lower_trimmed(comma == header.npos ? header : header.substr(comma + 1));
        header = comma == header.npos ? std::string_view() : header.substr(0, comma);
        if (name == "gzip" || name == "x-gzip" || name == "deflate") {
            layers_.push_back(std::make_unique<Layer>());
            layers_.back()->is_gzip = name != "deflate";
        }
    }
}

ContentDecoding::~ContentDecoding() {
    for (const auto& layer : layers_) {
        if (layer->is_started) {
            inflateEnd(&layer->stream);
        }
    }
}

void ContentDecoding::start(Layer& layer, std::string_view bytes) {
    // Some servers send "deflate" without zlib's header, whose first byte ends in 8.
    const int bits = layer.is_gzip ? MAX_WBITS + 16 : (bytes.front() & 0x0F) == 8 ? MAX_WBITS : -MAX_WBITS;
    if (inflateInit2(&layer.stream, bits) != Z_OK) {
        throw HttpFailure("Z_MEM_ERROR", "no memory for inflating");
    }
    layer.is_started = true;
}

bool ContentDecoding::decode(std::string_view bytes, const Sink& sink) { return through(0, bytes, sink); }

bool ContentDecoding::through(std::size_t number, std::string_view bytes, const Sink& sink) {
    if (number == layers_.size()) {
        return bytes.empty() || sink(bytes);
    }
    Layer& layer = *layers_[number];
    if (bytes.empty() || layer.is_over) {
        return true;
    }
    if (!layer.is_started) {
        start(layer, bytes);
    }
    z_stream& stream = layer.stream;
    std::string input(bytes);
    stream.next_in = reinterpret_cast<Bytef*>(input.data());
    stream.avail_in = static_cast<uInt>(input.size());
    std::array<char, 65536> out{};
    do {
        stream.next_out = reinterpret_cast<Bytef*>(out.data());
        stream.avail_out = out.size();
        const int status = inflate(&stream, Z_NO_FLUSH);
        if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) {
            throw HttpFailure("Z_DATA_ERROR", stream.msg != nullptr ? stream.msg : "incorrect data");
        }
        if (!through(number + 1, {out.data(), out.size() - stream.avail_out}, sink)) {
            return false;
        }
        if (status == Z_STREAM_END) {
            const bool is_followed = layer.is_gzip && stream.avail_in > 0 && *stream.next_in == 0x1F;
            if (!is_followed) {
                layer.is_over = true;  // what follows is no member of it
                return true;
            }
            inflateReset(&stream);
        }
    } while (stream.avail_in > 0 || stream.avail_out == 0);
    return true;
}

}  // namespace evald::js
