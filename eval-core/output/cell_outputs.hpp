#pragma once

#include "output/truncation.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace evald {

/// What each cell of a run has put out, beside the run's text: as long as that is whole, where in it each output
/// stands; from its truncation on, each one's beginning and end.
class CellOutputs {
public:
    /// Kept of all outputs together once the run's text is cut.
    static constexpr std::size_t k_excerpt_bytes = 8U << 10U;

    void begin_cell() { cells_.emplace_back(); }
    /// The current cell's output goes on with `text`, which comes at `offset` of the run's text. A cell's output is one
    /// stretch of that text.
    void append(std::uint64_t offset, std::string_view text);
    /// The run's text, `whole` so far, is about to be cut.
    void detach(std::string_view whole);

    [[nodiscard]] std::size_t count() const { return cells_.size(); }
    [[nodiscard]] bool has_output() const { return cells_.back().bytes > 0; }
    /// `whole` is the run's text, unless detach() has been called.
    [[nodiscard]] std::string output(std::size_t index, std::string_view whole) const;

private:
    struct Cell {
        std::uint64_t offset = 0;
        std::uint64_t bytes = 0;
        std::optional<TextWindow> window;  // once detached
    };

    [[nodiscard]] std::uint64_t fair_share() const;

    bool detached_ = false;
    std::vector<Cell> cells_;
};

}  // namespace evald
