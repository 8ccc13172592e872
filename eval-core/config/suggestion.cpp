#include "config/suggestion.hpp"

#include <algorithm>
#include <numeric>

namespace evald {
namespace {

/// Insertions, deletions, replacements and swaps of neighbours that make one into the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    std::vector<std::size_t> next(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        next[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = row[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            next[j] = std::min({row[j] + 1, next[j - 1] + 1, replaced});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) next[j] = std::min(next[j], before[j - 2] + 1);
        }
        before.swap(row);
        row.swap(next);
    }
    return row[b.size()];
}

std::string_view last_part(std::string_view key) { return key.substr(key.rfind('.') + 1); }

}  // namespace

std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& known) {
    std::string_view best;
    std::size_t least = std::max<std::size_t>(2, name.size() / 4) + 1;
    for (const auto candidate : known) {
        const auto distance = edit_distance(name, candidate);
        if (distance < least) {
            least = distance;
            best = candidate;
        }
    }
    if (best.empty()) {  // the right word in the wrong place
        const auto same_word = [name](std::string_view key) { return last_part(key) == last_part(name); };
        const auto found = std::find_if(known.begin(), known.end(), same_word);
        if (found != known.end()) best = *found;
    }
    return best.empty() ? "" : ", did you mean " + std::string{best} + "?";
}

}  // namespace evald
