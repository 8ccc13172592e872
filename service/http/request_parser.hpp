#pragma once

#include "http/request.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

namespace evald::service {

struct ParserLimits {
    std::size_t head = 16U << 10U;     ///< bytes of request line and fields together
    std::size_t target = 8U << 10U;    ///< bytes of the request target
    std::uint64_t body = 8ULL << 20U;  ///< bytes of content
};

/// Reads requests from a byte stream, one after the other: the head first, then, when asked, the body.
///
/// Beast's parser does the grammar; on top of it everything is refused that two parsers could read differently (RFC
/// 9112 6.3): a bare LF, a folded field, two Content-Lengths even if equal, Content-Length beside Transfer-Encoding,
/// any coding but one `chunked`, no or several Host fields in HTTP/1.1. Sans-I/O: the caller feeds bytes that stay
/// where they are during the call. Not thread-safe.
class RequestParser {
public:
    enum class Status : std::uint8_t {
        need_more,  ///< all that can be used has been consumed; feed again with what is left and more
        done,       ///< the part asked for is complete
        failed      ///< failure() says how to answer; the connection must be closed afterwards
    };
    /// How to answer a request that could not be read: a status of RFC 9110 and a detail for people.
    struct Failure {
        int status = 400;
        std::string_view detail;
    };

    explicit RequestParser(ParserLimits limits);
    ~RequestParser();
    RequestParser(const RequestParser&) = delete;
    RequestParser& operator=(const RequestParser&) = delete;

    /// Forgets the last request. `request` is filled by the next calls and must stay where it is.
    void begin(Request& request);
    /// Looks for a whole head in `bytes`, which must begin with what an earlier call left. `consumed` tells how many
    /// bytes are used up. After `done` the request's head is complete, and has_body() says whether read_body() is due.
    Status read_head(std::string_view bytes, std::size_t& consumed);
    /// The body of this request may be of any size: for a handler that takes it piece by piece.
    void lift_body_limit() { body_limit_ = std::numeric_limits<std::uint64_t>::max(); }
    /// What of the body has been kept so far, taken away from the request.
    std::string take_body();
    /// Takes a piece of the body. `keep` false: the bytes are counted and dropped.
    Status read_body(std::string_view bytes, std::size_t& consumed, bool keep = true);

    [[nodiscard]] const Failure& failure() const { return failure_; }
    /// Some bytes of a request have come.
    [[nodiscard]] bool has_begun() const { return has_begun_; }

private:
    class Grammar;
    Status fail(int status, std::string_view detail);
    Status find_head_end(std::string_view bytes, std::size_t& end);
    Status parse_head(std::string_view head);
    Status check_framing();

    ParserLimits limits_;
    std::uint64_t body_limit_;
    Request* request_ = nullptr;
    std::unique_ptr<Grammar> grammar_;
    Failure failure_;
    std::size_t scanned_ = 0;      ///< of the head: bytes in which no end was found
    std::size_t line_start_ = 0;   ///< of the head: where the line that is being scanned begins
    std::size_t empty_lines_ = 0;  ///< skipped before the head
    bool has_begun_ = false;
};

}  // namespace evald::service
