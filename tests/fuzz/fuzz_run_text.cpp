// Any run: what is spilled is what an unlimited text is, the text keeps its limits, and pieces make no difference.
#include "base/utf8.hpp"
#include "output/run_text.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>

namespace {

constexpr std::uint64_t k_unlimited = std::numeric_limits<std::uint64_t>::max() / 2;

struct Outcome {
    std::string text, spilled;
    std::optional<evald::Truncation> truncation;
    std::size_t outputs_bytes = 0;
};

/// The script is the text: a line that starts with '#' ends a cell, with '!' a failed one, with '>' is shown.
Outcome play(std::string_view script, std::size_t cells, const evald::RunTextLimits& limits, std::size_t step) {
    Outcome outcome;
    evald::RunText run(
        limits, cells, [] { return std::string("/artifact/x"); },
        [&outcome](std::string_view piece) { outcome.spilled += piece; });
    std::size_t left = cells;
    run.begin_cell("title");
    while (!script.empty() && left > 0) {
        const std::size_t newline = script.find('\n');
        const std::size_t size = newline == std::string_view::npos ? script.size() : newline + 1;
        std::string_view line = script.substr(0, size);
        script.remove_prefix(size);
        if (line.front() == '#' || line.front() == '!') {
            run.end_cell(line.front() == '#', line.substr(1));
            if (--left > 0) run.begin_cell(line);
        } else if (line.front() == '>') {
            run.append_block(line.substr(1));
        } else {
            while (!line.empty()) {
                std::size_t piece = step < line.size() ? step : line.size();
                while (piece < line.size() && evald::is_utf8_continuation(line[piece])) ++piece;
                run.append(evald::OutputStream::out, line.substr(0, piece));
                line.remove_prefix(piece);
            }
        }
    }
    if (left > 0) run.end_cell(true, "");
    outcome.text = run.finish();
    outcome.truncation = run.truncation();
    for (std::size_t i = 0; i < cells; ++i) outcome.outputs_bytes += run.cell_output(i).size();
    return outcome;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 6) return 0;
    const evald::RunTextLimits limits{data[0], data[1], data[2] % 32U, data[3] % 32U};
    const std::size_t cells = 1 + data[4] % 4U;
    evald::Utf8Decoder decoder;
    std::string script;
    decoder.decode({reinterpret_cast<const char*>(data + 6), size - 6}, script);
    decoder.flush(script);

    const Outcome whole = play(script, cells, {k_unlimited, k_unlimited, k_unlimited, k_unlimited}, k_unlimited);
    const Outcome cut = play(script, cells, limits, 1 + data[5] % 16U);
    if (whole.truncation || !whole.spilled.empty() || !evald::is_valid_utf8(cut.text)) std::abort();
    if (!cut.truncation) return cut.text == whole.text && cut.spilled.empty() ? 0 : (std::abort(), 0);
    const evald::Truncation& t = *cut.truncation;
    if (cut.spilled != whole.text || t.total_bytes != whole.text.size()) std::abort();
    if (t.head.bytes > limits.head_bytes || t.tail.bytes > limits.tail_bytes) std::abort();
    if (t.head.lines > limits.head_lines || t.tail.lines > limits.tail_lines) std::abort();
    if (cut.text.size() > limits.head_bytes + limits.tail_bytes + 120) std::abort();
    if (cut.outputs_bytes > 8'192 + cells * 64) std::abort();
    return 0;
}
