#include "output/display_text.hpp"

#include "output/html_to_markdown.hpp"

#include <algorithm>
#include <array>

namespace evald {
namespace {

constexpr std::array<std::string_view, 4> k_images{"image/png", "image/jpeg", "image/gif", "image/webp"};
constexpr std::string_view k_status = "application/x-omp-status";
// The first of these that a bundle has is its text.
constexpr std::array<std::string_view, 5> k_texts{"text/markdown", "text/plain", "text/html", "text/latex",
                                                  "application/json"};

const std::string& value_of(const MimeEntry& entry) { return entry.is_string ? entry.text : entry.json; }

/// The entry that is shown as text, or null.
const MimeEntry* text_entry(const MimeBundle& bundle) {
    const auto is_image = [](const MimeEntry& entry) { return is_shown_image(entry.mime_type); };
    if (std::any_of(bundle.entries.begin(), bundle.entries.end(), is_image)) return nullptr;
    bool has_empty_text = false;
    for (const std::string_view mime_type : k_texts) {
        const MimeEntry* entry = bundle.find(mime_type);
        if (entry != nullptr && !value_of(*entry).empty()) return entry;
        has_empty_text = has_empty_text || entry != nullptr;
    }
    if (has_empty_text) return nullptr;
    const auto is_other = [](const MimeEntry& entry) { return entry.mime_type != k_status; };
    const auto other = std::find_if(bundle.entries.begin(), bundle.entries.end(), is_other);
    return other == bundle.entries.end() ? nullptr : &*other;
}

}  // namespace

bool is_shown_image(std::string_view mime_type) {
    return std::find(k_images.begin(), k_images.end(), mime_type) != k_images.end();
}

std::string display_text(const MimeBundle& bundle) {
    const MimeEntry* entry = text_entry(bundle);
    if (entry == nullptr) return {};
    if (entry->mime_type == "text/html") return html_to_markdown(value_of(*entry));
    if (entry->mime_type == "application/json") return entry->json;
    const bool is_text = std::find(k_texts.begin(), k_texts.end(), entry->mime_type) != k_texts.end();
    if (is_text) return value_of(*entry);
    return "(" + entry->mime_type + ", " + std::to_string(value_of(*entry).size()) + " bytes)";
}

bool has_markdown(const MimeBundle& bundle) {
    const MimeEntry* entry = text_entry(bundle);
    return entry != nullptr && (entry->mime_type == "text/markdown" || entry->mime_type == "text/html");
}

}  // namespace evald
