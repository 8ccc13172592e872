#include "output/cell_outputs.hpp"

#include <algorithm>
#include <limits>

namespace evald {
namespace {

constexpr RunTextLimits k_excerpt_limits{CellOutputs::k_excerpt_bytes / 2, CellOutputs::k_excerpt_bytes / 2,
                                         std::numeric_limits<std::uint64_t>::max() / 2,
                                         std::numeric_limits<std::uint64_t>::max() / 2};

}  // namespace

void CellOutputs::append(std::uint64_t offset, std::string_view text) {
    Cell& cell = cells_.back();
    if (cell.bytes == 0) cell.offset = offset;
    cell.bytes += text.size();
    if (!detached_) return;
    if (!cell.window) cell.window.emplace(k_excerpt_limits);
    cell.window->append(text);
}

void CellOutputs::detach(std::string_view whole) {
    detached_ = true;
    for (Cell& cell : cells_) {
        cell.window.emplace(k_excerpt_limits);
        cell.window->append(whole.substr(cell.offset, cell.bytes));
    }
}

std::string CellOutputs::output(std::size_t index, std::string_view whole) const {
    if (index >= cells_.size()) return {};
    const Cell& cell = cells_[index];
    if (!detached_) return std::string(whole.substr(cell.offset, cell.bytes));
    return cell.window ? cell.window->excerpt(fair_share()) : std::string();
}

/// The size to which the longer outputs are cut so that all fit the budget: what short ones leave is shared out.
std::uint64_t CellOutputs::fair_share() const {
    std::vector<std::uint64_t> sizes;
    for (const Cell& cell : cells_) sizes.push_back(cell.bytes);
    std::sort(sizes.begin(), sizes.end());
    std::uint64_t left = k_excerpt_bytes;
    for (std::size_t at = 0; at < sizes.size(); ++at) {
        const std::uint64_t share = left / (sizes.size() - at);
        if (sizes[at] > share) return share;
        left -= sizes[at];
    }
    return k_excerpt_bytes;
}

}  // namespace evald
