#include "output/run_text.hpp"

#include "output/cell_outputs.hpp"
#include "output/edge_trimmer.hpp"
#include "output/terminal_text.hpp"

#include <utility>

namespace evald {
namespace {

/// A title or note as text: cleaned, trimmed.
std::string clean(std::string_view text) {
    std::string cleaned;
    EdgeTrimmer trimmer([&cleaned](std::string_view piece) { cleaned += piece; });
    TerminalText terminal([&trimmer](std::string_view piece) { trimmer.append(piece); });
    terminal.append_block(text);
    return cleaned;
}

std::string on_one_line(std::string text) {
    for (char& c : text) {
        if (c == '\n' || c == '\t') c = ' ';
    }
    text.erase(0, text.find_first_not_of(' '));
    return text;
}

}  // namespace

/// Output passes terminal -> trimmer -> add_output -> add, which keeps it in the window and spills it.
struct RunText::State {
    State(const RunTextLimits& limits, std::size_t cell_count, SpillOpener open_spill, SpillSink spill_sink)
        : window(limits),
          trimmer([this](std::string_view text) { add_output(text); }),
          terminal([this](std::string_view text) { trimmer.append(text); }),
          planned_cells(cell_count),
          open(std::move(open_spill)),
          spill(std::move(spill_sink)) {}
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() = default;

    void add(std::string_view text);
    void add_output(std::string_view text);
    void begin_section(std::string_view suffix);

    TextWindow window;
    CellOutputs outputs;
    EdgeTrimmer trimmer;
    TerminalText terminal;

    std::size_t planned_cells;
    std::string title;
    bool in_cell = false;

    SpillOpener open;
    SpillSink spill;
    std::string full_output;
    std::optional<Truncation> truncation;
};

void RunText::State::add(std::string_view text) {
    if (!window.is_cut() && !window.fits(text)) {
        if (open) full_output = open();
        if (spill) spill(window.beginning());
        outputs.detach(window.beginning());
    }
    window.append(text);
    if (window.is_cut() && spill) spill(text);
}

void RunText::State::add_output(std::string_view text) {
    if (!outputs.has_output()) {
        begin_section({});
        if (planned_cells > 1) add("\n");
    }
    const std::uint64_t offset = window.total_bytes();
    add(text);
    outputs.append(offset, text);
}

/// Parts the current cell from the one before and heads it, if there are several.
void RunText::State::begin_section(std::string_view suffix) {
    if (window.total_bytes() > 0) add("\n\n");
    if (planned_cells < 2) return;
    std::string heading = "[" + std::to_string(outputs.count()) + "/" + std::to_string(planned_cells) + "]";
    if (!title.empty()) heading += " " + title;
    add(heading.append(suffix));
}

RunText::RunText(const RunTextLimits& limits, std::size_t cells, SpillOpener open, SpillSink spill)
    : state_(std::make_unique<State>(limits, cells, std::move(open), std::move(spill))) {}
RunText::~RunText() = default;
RunText::RunText(RunText&&) noexcept = default;
RunText& RunText::operator=(RunText&&) noexcept = default;

void RunText::begin_cell(std::string_view title) {
    state_->outputs.begin_cell();
    state_->title = on_one_line(clean(title));
    state_->in_cell = true;
}

void RunText::append(OutputStream stream, std::string_view text) {
    if (state_->in_cell) state_->terminal.append(stream, text);
}

void RunText::append_block(std::string_view text) {
    if (state_->in_cell) state_->terminal.append_block(text);
}

void RunText::end_cell(bool ok, std::string_view note) {
    if (!state_->in_cell) return;
    state_->terminal.end();
    state_->trimmer.end();
    state_->in_cell = false;

    const std::string last = clean(note);
    const bool has_output = state_->outputs.has_output();
    if (!has_output) state_->begin_section(ok ? " (ok)" : "");
    if (last.empty()) return;
    if (has_output || state_->planned_cells > 1) state_->add("\n\n");
    state_->add(last);
}

void RunText::forget_full_output() { state_->full_output.clear(); }

std::string RunText::finish() {
    state_->truncation = state_->window.truncation();
    return state_->window.text(state_->full_output);
}

const std::optional<Truncation>& RunText::truncation() const { return state_->truncation; }

std::string RunText::cell_output(std::size_t index) const {
    return state_->outputs.output(index, state_->window.beginning());
}

}  // namespace evald
