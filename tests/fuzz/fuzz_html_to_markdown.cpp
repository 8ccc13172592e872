// Any bytes as HTML: no white space at the ends, no text out of proportion, valid text for valid text.
#include "base/utf8.hpp"
#include "output/html_to_markdown.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const std::string from_bytes = evald::html_to_markdown(bytes);
    if (from_bytes.size() > 24 * size + 64) std::abort();

    evald::Utf8Decoder decoder;
    std::string html;
    decoder.decode(bytes, html);
    decoder.flush(html);
    const std::string text = evald::html_to_markdown(html);
    if (!evald::is_valid_utf8(text)) std::abort();
    if (!text.empty() && (text.front() == '\n' || text.back() == '\n')) std::abort();
    return 0;
}
