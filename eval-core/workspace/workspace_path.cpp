#include "workspace/workspace_path.hpp"

#include "base/utf8.hpp"

namespace evald {
namespace {

/// NAME_MAX of Linux, and PATH_MAX with room for what stands before.
constexpr std::size_t k_longest_part = 255;
constexpr std::size_t k_longest_path = 4'000;

Error malformed(std::string what) { return Error{ErrorCode::invalid_request, std::move(what)}; }

std::string fault_of(std::string_view part) {
    if (part.empty()) return "A path has no empty parts.";
    if (part == "." || part == "..") return "A path has no parts . and ..";
    if (part.size() > k_longest_part) return "A name is at most 255 bytes long.";
    return {};
}

}  // namespace

Result<WorkspacePath> WorkspacePath::parse(std::string_view text) {
    if (text.size() > k_longest_path) return malformed("A path is at most 4000 bytes long.");
    if (!is_valid_utf8(text)) return malformed("A path is UTF-8.");
    if (text.find('\0') != std::string_view::npos) return malformed("A path has no zero bytes.");
    WorkspacePath path;
    if (text.empty() || text == "/") {
        path.asks_for_folder_ = true;
        return path;
    }
    if (text.back() == '/') {
        path.asks_for_folder_ = true;
        text.remove_suffix(1);
    }
    path.text_ = text;
    while (true) {
        const std::string_view part = text.substr(0, text.find('/'));
        if (std::string fault = fault_of(part); !fault.empty()) return malformed(std::move(fault));
        if (part.size() == text.size()) return path;
        text.remove_prefix(part.size() + 1);
    }
}

std::string WorkspacePath::name() const {
    const std::size_t slash = text_.rfind('/');
    return slash == std::string::npos ? text_ : text_.substr(slash + 1);
}

std::string WorkspacePath::parent() const {
    const std::size_t slash = text_.rfind('/');
    return slash == std::string::npos ? std::string() : text_.substr(0, slash);
}

}  // namespace evald
