#include "output/html_element.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace evald {
namespace {

using enum HtmlElement;

// Sorted by name.
// clang-format off
constexpr auto k_elements = std::to_array<std::pair<std::string_view, HtmlElement>>({
    {"a", link}, {"address", line}, {"article", paragraph}, {"aside", paragraph}, {"b", bold},
    {"blockquote", quote}, {"br", line_break}, {"caption", paragraph}, {"cite", italic}, {"code", code},
    {"datalist", skipped}, {"dd", definition}, {"del", strike}, {"details", paragraph}, {"div", line},
    {"dl", list}, {"dt", term}, {"em", italic}, {"fieldset", paragraph}, {"figcaption", line},
    {"figure", paragraph}, {"footer", paragraph}, {"form", paragraph}, {"h1", heading}, {"h2", heading},
    {"h3", heading}, {"h4", heading}, {"h5", heading}, {"h6", heading}, {"header", paragraph}, {"hr", rule},
    {"i", italic}, {"img", image}, {"kbd", code}, {"li", item}, {"listing", preformatted}, {"main", paragraph},
    {"nav", paragraph}, {"ol", ordered_list}, {"option", line}, {"p", paragraph}, {"pre", preformatted},
    {"q", quotation}, {"s", strike}, {"samp", code}, {"section", paragraph}, {"strike", strike},
    {"strong", bold}, {"sub", subscript}, {"summary", line}, {"sup", superscript}, {"svg", skipped},
    {"table", table}, {"td", cell}, {"template", skipped}, {"th", cell}, {"title", skipped}, {"tr", row},
    {"tt", code}, {"ul", list}, {"var", italic},
});
// clang-format on
static_assert(std::is_sorted(k_elements.begin(), k_elements.end(),
                             [](const auto& a, const auto& b) { return a.first < b.first; }));

constexpr auto k_void = std::to_array<std::string_view>(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"});

}  // namespace

HtmlElement html_element(std::string_view name) {
    const auto* const found =
        std::lower_bound(k_elements.begin(), k_elements.end(), name,
                         [](const auto& entry, std::string_view key) { return entry.first < key; });
    return found != k_elements.end() && found->first == name ? found->second : unknown;
}

bool is_void_element(std::string_view name) { return std::find(k_void.begin(), k_void.end(), name) != k_void.end(); }

}  // namespace evald
