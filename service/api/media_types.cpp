#include "api/media_types.hpp"

#include "http/request.hpp"

#include <algorithm>
#include <array>

namespace evald::service {
namespace {

struct KnownType {
    std::string_view mime_type, extension;
    bool is_inline;
};
constexpr std::array<KnownType, 16> k_known{{{"text/plain", ".txt", true},
                                             {"application/json", ".json", true},
                                             {"image/png", ".png", true},
                                             {"image/jpeg", ".jpg", true},
                                             {"image/gif", ".gif", true},
                                             {"image/webp", ".webp", true},
                                             {"image/svg+xml", ".svg", false},
                                             {"text/html", ".html", false},
                                             {"text/markdown", ".md", false},
                                             {"text/csv", ".csv", false},
                                             {"application/pdf", ".pdf", false},
                                             {"application/zip", ".zip", false},
                                             {"text/plain", ".log", true},
                                             {"text/plain", ".py", true},
                                             {"text/plain", ".js", true},
                                             {"image/jpeg", ".jpeg", true}}};
constexpr std::string_view k_bytes = "application/octet-stream";

bool is_alphanumeric(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

const KnownType* known_type(std::string_view mime_type) {
    const std::string_view bare = trimmed(mime_type.substr(0, mime_type.find(';')));
    const auto* const found = std::ranges::find(k_known, bare, &KnownType::mime_type);
    return found == k_known.end() ? nullptr : found;
}

/// A type comes from a kernel: it must not break out of its header line.
bool is_media_type(std::string_view text) {
    constexpr std::string_view others = "!#$&^_.+-/;= ";
    return !text.empty() && text.size() <= 200 && text.find('/') != std::string_view::npos &&
           std::ranges::all_of(text, [others](char c) { return is_alphanumeric(c) || others.find(c) != others.npos; });
}

bool stands_plainly(char c) {
    constexpr std::string_view others = "!#$&+-.^_`|~";  // attr-char of RFC 8187
    return is_alphanumeric(c) || others.find(c) != others.npos;
}

std::string percent_encoded(std::string_view text) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string out;
    for (const char c : text) {
        if (stands_plainly(c)) {
            out += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        out += '%';
        out += digits[byte >> 4U];
        out += digits[byte & 0xFU];
    }
    return out;
}

}  // namespace

std::string served_type(std::string_view mime_type) {
    if (!is_media_type(mime_type)) return std::string(k_bytes);
    std::string type(mime_type);
    if (type.starts_with("text/") && type.find("charset") == std::string::npos) type += "; charset=utf-8";
    return type;
}

std::string_view type_of_name(std::string_view file_name) {
    const std::size_t dot = file_name.rfind('.');
    if (dot == std::string_view::npos) return k_bytes;
    const std::string_view ending = file_name.substr(dot);
    for (const KnownType& known : k_known)
        if (equals_ignoring_case(known.extension, ending)) return known.mime_type;
    return k_bytes;
}

std::string_view extension_of(std::string_view mime_type) {
    const KnownType* const known = known_type(mime_type);
    return known != nullptr ? known->extension : ".bin";
}

std::string disposition(std::string_view mime_type, std::string_view file_name) {
    const KnownType* const known = known_type(mime_type);
    std::string text = known != nullptr && known->is_inline ? "inline" : "attachment";
    if (std::ranges::all_of(file_name, stands_plainly)) {
        text.append("; filename=\"").append(file_name).append("\"");
    } else {
        text.append("; filename*=UTF-8''").append(percent_encoded(file_name));
    }
    return text;
}

}  // namespace evald::service
