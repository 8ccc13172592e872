// Any text as the fields that we take apart ourselves: Range, Accept, Host, Origin, Last-Event-ID, a query, a path.
#include "http/accept_header.hpp"
#include "http/range_header.hpp"
#include "http/target.hpp"
#include "middleware/base64url.hpp"
#include "middleware/host_and_origin.hpp"
#include "sse/event_encoding.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace evald::service;
    const std::string_view text(reinterpret_cast<const char*>(data), size);

    const std::uint64_t total = size == 0 ? 0 : data[0];
    const RangeChoice range = choose_range(text, total);
    if (range.kind == RangeChoice::Kind::part && (range.length == 0 || range.first + range.length > total))
        std::abort();
    matches_etag(text, "\"a\"");

    constexpr std::array<std::string_view, 2> offers{"application/json", "text/event-stream"};
    const auto chosen = preferred_media_type(text, offers);
    if (chosen && *chosen != offers[0] && *chosen != offers[1]) std::abort();

    const HostAndOrigin rules({"eval.example"}, {"https://app.example"});
    const bool is_own = rules.takes_host(text, "127.0.0.1");
    const auto authority = parse_authority(text);
    if (is_own && !authority) std::abort();
    rules.takes_origin(text, "localhost:8080");

    parse_last_event_id(text);
    query_value(text, "since");
    const auto decoded = percent_decoded(text);
    if (decoded && decoded->size() > text.size()) std::abort();
    const auto bytes = base64url_decoded(text);
    if (bytes && base64url_encoded(*bytes).size() != text.size()) std::abort();
    return 0;
}
