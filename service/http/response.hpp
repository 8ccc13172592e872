#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace evald::service {

/// A whole answer: what most handlers return. Header fields are kept as the text that goes on the wire.
struct Response {
    // Written out so that this is no aggregate: g++ 12 destroys aggregate temporaries twice where a coroutine awaits.
    explicit Response(int code = 200) : status(code) {}

    int status;
    std::string content_type;  ///< empty: no body
    std::string body;
    std::shared_ptr<const std::string> shared_body;  ///< in place of `body`: sent without a copy
    std::string_view static_body;                    ///< in place of `body`: text that lives as long as the process
    std::string fields;                              ///< more header lines, each "Name: value\r\n"
    bool cacheable = false;                          ///< false: `Cache-Control: no-store` is added

    /// Adds a header line. `value` must hold no control characters: it is ours, or has been checked.
    Response& add(std::string_view name, std::string_view value);
    [[nodiscard]] std::string_view text() const {
        if (!static_body.empty()) return static_body;
        return shared_body ? *shared_body : body;
    }

    static Response json(std::string text, int status = 200);
    static Response json(std::shared_ptr<const std::string> text, int status = 200);
    static Response empty(int status = 204);
};

/// "OK", "Not Found", …: the reason phrase, which is also the title of a problem.
std::string_view status_phrase(int status);
/// 204, 304 and 1xx have no body and no Content-Length.
bool status_has_body(int status);

/// How the body's end is told.
enum class Framing : std::uint8_t { content_length, chunked, until_close, none };

struct HeadOptions {
    int status = 200;
    std::string_view content_type;
    std::string_view fields;  ///< "Name: value\r\n"…
    std::string_view request_id;
    std::string_view session_id;  ///< empty: no X-Session-Id
    Framing framing = Framing::content_length;
    std::uint64_t content_length = 0;
    bool keep_alive = true;
    bool is_http10 = false;  ///< keep-alive must then be said
    bool cacheable = false;
};

/// Appends the status line and header block of an answer to `out`, with what every answer carries: Date, X-Request-Id,
/// X-Content-Type-Options and, unless cacheable, Cache-Control: no-store.
void append_head(std::string& out, const HeadOptions& options);

}  // namespace evald::service
