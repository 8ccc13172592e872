#pragma once

#include "kernel/language.hpp"
#include "output/truncation.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace evald {

/// Takes the whole text once it no longer fits: called first with all text so far, then with each further piece.
/// What it has been given in total is, byte for byte, what the text would have been without truncation.
using SpillSink = std::function<void(std::string_view)>;
/// Names the full output in the text (for example "/artifact/ID"); called once, at the first truncation. Empty: the
/// text then does not say where the full output is.
using SpillOpener = std::function<std::string()>;

/// The text of a run, composed as the cells' output comes: headings, terminal clean-up (ANSI, carriage
/// returns, controls), trimming, truncation.
///
/// Per cell, in order: begin_cell(), any number of append() and append_block(), end_cell(); what comes between two
/// cells is dropped. After the last cell finish(), then truncation() and cell_output(). Memory is bounded by the limits
/// (below 1 MiB for one cell, plus 12 KiB for each further one), whatever the cells print. Pure: no clock, no I/O but
/// the two callbacks. Input must be valid UTF-8, each piece for itself.
class RunText {
public:
    RunText(const RunTextLimits& limits, std::size_t cells, SpillOpener open, SpillSink spill);
    ~RunText();
    RunText(RunText&&) noexcept;
    RunText& operator=(RunText&&) noexcept;

    void begin_cell(std::string_view title);
    /// What the cell printed; the two streams share the terminal line but not their escape-sequence state.
    void append(OutputStream stream, std::string_view text);
    /// The text of a display, result or error: stands on lines of its own, cleaned in the same way.
    void append_block(std::string_view text);
    /// Ends the cell: settles the open line, trims. `note` (may be empty) follows after a blank line: "Cell 1 failed
    /// (exit code 1)."
    void end_cell(bool ok, std::string_view note);

    /// The full output could not be kept after all: finish() does not name it. Call it before.
    void forget_full_output();
    /// The whole text; empty when no cell had anything to show and there was one cell. Call once, after the last cell.
    [[nodiscard]] std::string finish();

    /// Set by finish() if the text was cut.
    [[nodiscard]] const std::optional<Truncation>& truncation() const;
    /// The output of cell `index` (no heading, no note). Once the run's text is cut, that of all cells together is cut
    /// to about 8 KiB: short outputs stay whole, longer ones share the rest, each as its head and tail.
    [[nodiscard]] std::string cell_output(std::size_t index) const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace evald
