// Any text on two streams: no control comes out, and pieces make no difference.
#include "base/utf8.hpp"
#include "output/terminal_text.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

std::string clean(std::string_view text, std::size_t step, std::uint8_t switches) {
    std::string cleaned;
    evald::TerminalText terminal([&cleaned](std::string_view piece) { cleaned += piece; });
    // The stream changes at fixed places of the text, however it is cut.
    const std::size_t stretch = 1 + switches % 64U;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = (at / stretch + 1) * stretch;
        if (step > 0 && at + step < end) end = at + step;
        if (end > text.size()) end = text.size();
        while (end < text.size() && evald::is_utf8_continuation(text[end])) ++end;
        const auto stream =
            switches > 128 && (at / stretch) % 2 == 1 ? evald::OutputStream::err : evald::OutputStream::out;
        terminal.append(stream, text.substr(at, end - at));
        at = end;
    }
    terminal.end();
    return cleaned;
}

bool has_control(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const char32_t c = evald::next_code_point(text, at);
        if ((c < 0x20 && c != '\n' && c != '\t') || (c >= 0x7F && c < 0xA0)) return true;
    }
    return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    evald::Utf8Decoder decoder;
    std::string text;
    decoder.decode({reinterpret_cast<const char*>(data + 2), size - 2}, text);
    decoder.flush(text);
    const std::string expected = clean(text, 0, 0);
    if (!evald::is_valid_utf8(expected) || has_control(expected)) std::abort();
    if (clean(text, 1 + data[0] % 9U, 0) != expected) std::abort();
    const std::string on_two_streams = clean(text, 1 + data[0] % 9U, data[1]);
    if (!evald::is_valid_utf8(on_two_streams) || has_control(on_two_streams)) std::abort();

    // What is no text at all must not harm either.
    std::string ignored;
    evald::TerminalText terminal([&ignored](std::string_view piece) { ignored += piece; });
    terminal.append(evald::OutputStream::out, {reinterpret_cast<const char*>(data), size});
    terminal.append_block({reinterpret_cast<const char*>(data), size});
    terminal.end();
    return 0;
}
