// Any text: the lowering answers, with a fault or with text that has no line more than it needs, and as any kind of
// source. What is right once is right again, and lines stay where they are.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>

#include "lowering/lowering.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace evald::js;
    if (size == 0) return 0;
    constexpr SourceKind kinds[] = {SourceKind::cell, SourceKind::module, SourceKind::common_js, SourceKind::evaluated};
    Source source{"source", {reinterpret_cast<const char*>(data + 1), size - 1}, kinds[data[0] % 4U]};
    source.meets_big_integers = (data[0] & 4U) != 0;

    const Lowering::Result first = make_modern_lowering()->lower(source);
    const Lowering::Result second = make_modern_lowering()->lower(source);
    if (first.index() != second.index()) std::abort();
    const std::size_t lines = 1 + static_cast<std::size_t>(std::count(source.text.begin(), source.text.end(), '\n'));
    if (const auto* fault = std::get_if<SyntaxFault>(&first)) {
        if (fault->message.empty() || fault->line > lines) std::abort();
        return 0;
    }
    const std::string& text = std::get<LoweredSource>(first).text;
    if (text != std::get<LoweredSource>(second).text) std::abort();
    if (static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) > lines + 2) std::abort();
    return 0;
}
