// Any bytes in any pieces: valid UTF-8 comes out, the same as from one piece, and valid text unchanged.
#include "base/utf8.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::size_t step = 1 + data[0] % 7U;
    const std::string_view bytes(reinterpret_cast<const char*>(data + 1), size - 1);

    evald::Utf8Decoder whole;
    std::string expected;
    whole.decode(bytes, expected);
    whole.flush(expected);

    evald::Utf8Decoder pieces;
    std::string text;
    for (std::size_t at = 0; at < bytes.size(); at += step) {
        pieces.decode(bytes.substr(at, step), text);
        if (!evald::is_valid_utf8(text)) std::abort();
    }
    pieces.flush(text);
    if (text != expected || (evald::is_valid_utf8(bytes) && text != bytes)) std::abort();

    for (std::size_t max = 0; max <= text.size() && max < 64; ++max) {
        const std::size_t cut = evald::utf8_safe_cut(text, max);
        if (cut > max || !evald::is_valid_utf8(std::string_view(text).substr(0, cut))) std::abort();
    }
    std::string again;
    for (std::size_t at = 0; at < text.size();) evald::append_code_point(again, evald::next_code_point(text, at));
    if (again != text) std::abort();
    return 0;
}
