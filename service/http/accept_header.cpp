#include "http/accept_header.hpp"

#include "http/request.hpp"

namespace evald::service {
namespace {

/// "0.8" → 800, "1" → 1000; -1 when malformed.
int thousandths(std::string_view text) {
    if (text.empty() || text.size() > 5 || (text[0] != '0' && text[0] != '1')) return -1;
    int value = (text[0] - '0') * 1000;
    if (text.size() > 1 && text[1] != '.') return -1;
    int unit = 100;
    for (const char digit : text.substr(std::min<std::size_t>(2, text.size()))) {
        if (digit < '0' || digit > '9') return -1;
        value += (digit - '0') * unit;
        unit /= 10;
    }
    return value > 1000 ? -1 : value;
}

/// Takes what stands before the next `separator` off the front of `text`.
std::string_view take_until(std::string_view& text, char separator) {
    const std::string_view part = text.substr(0, text.find(separator));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    return trimmed(part);
}

/// 3 for the type itself, 2 for "type/*", 1 for "*/*", 0 for no match.
int specificity(std::string_view range, std::string_view offer) {
    if (equals_ignoring_case(range, offer)) return 3;
    if (range == "*/*") return 1;
    const auto slash = range.find('/');
    if (slash == std::string_view::npos || range.substr(slash) != "/*") return 0;
    return equals_ignoring_case(range.substr(0, slash), offer.substr(0, offer.find('/'))) ? 2 : 0;
}

/// The q-value among the parameters of a list's item, in thousandths: 1000 unless given, -1 when malformed.
int quality_among(std::string_view parameters) {
    int q = 1000;
    while (!parameters.empty()) {
        const std::string_view parameter = take_until(parameters, ';');
        const auto equals = parameter.find('=');
        if (equals == std::string_view::npos || !equals_ignoring_case(trimmed(parameter.substr(0, equals)), "q")) continue;
        q = thousandths(trimmed(parameter.substr(equals + 1)));
    }
    return q;
}

/// How much `accept` wants `offer`, in thousandths.
int quality_of(std::string_view accept, std::string_view offer) {
    int best = 0, quality = 0;
    while (!accept.empty()) {
        std::string_view item = take_until(accept, ',');
        const std::string_view range = take_until(item, ';');
        const int q = quality_among(item);
        const int match = specificity(range, offer);
        if (q < 0 || match <= best) continue;
        best = match;
        quality = q;
    }
    return quality;
}

}  // namespace

std::optional<std::string_view> preferred_media_type(std::string_view accept,
                                                     std::span<const std::string_view> offers) {
    if (trimmed(accept).empty()) return offers.front();
    std::optional<std::string_view> chosen;
    int best = 0;
    for (const std::string_view offer : offers) {
        const int quality = quality_of(accept, offer);
        if (quality <= best) continue;
        best = quality;
        chosen = offer;
    }
    return chosen;
}

bool accepts_coding(std::string_view accept, std::string_view coding) {
    bool takes_all = false;
    while (!accept.empty()) {
        std::string_view item = take_until(accept, ',');
        const std::string_view name = take_until(item, ';');
        const bool is_wanted = quality_among(item) > 0;
        if (equals_ignoring_case(name, coding)) return is_wanted;
        if (name == "*") takes_all = is_wanted;
    }
    return takes_all;
}

}  // namespace evald::service
