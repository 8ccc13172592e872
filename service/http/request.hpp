#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace evald::service {

enum class Method : std::uint8_t { get, head, post, put, del, options, other };

/// "GET", …; "OTHER" for a method that no route knows (metric labels come from here, never from the wire).
std::string_view method_name(Method method);
/// Methods are case-sensitive (RFC 9110): "get" is `other`.
Method method_from_name(std::string_view name);

/// One HTTP request as it was read. Owns all its text: the head is kept as one string, fields point into it.
/// Filled by RequestParser; read-only for everybody else. Copying is not allowed, as the views would go astray.
class Request {
public:
    struct Field {
        std::string_view name, value;
    };

    Request() = default;
    Request(const Request&) = delete;
    Request& operator=(const Request&) = delete;

    [[nodiscard]] Method method() const { return method_; }
    /// As sent: "/eval?x=1", or "http://host/eval".
    [[nodiscard]] std::string_view target() const { return target_; }
    /// The path as sent (percent-encoding kept), starting with '/'; "*" for `OPTIONS *`; empty if the target is
    /// malformed.
    [[nodiscard]] std::string_view path() const { return path_; }
    /// What follows '?', without it.
    [[nodiscard]] std::string_view query() const { return query_; }
    /// Whom the request is addressed to, "host:port": of a whole URL as its target that URL's, whatever the field says
    /// (RFC 9112 3.2.2), else the field Host. Nothing: HTTP/1.0 without it.
    [[nodiscard]] std::optional<std::string_view> host() const;
    /// 10 or 11.
    [[nodiscard]] int version() const { return version_; }
    [[nodiscard]] bool keep_alive() const { return keep_alive_; }
    /// The `Connection` field lists `upgrade`.
    [[nodiscard]] bool wants_upgrade() const { return wants_upgrade_; }

    [[nodiscard]] const std::vector<Field>& fields() const { return fields_; }
    /// The first field of this name, in any case.
    [[nodiscard]] std::optional<std::string_view> field(std::string_view name) const;
    [[nodiscard]] std::size_t count(std::string_view name) const;
    /// All fields of this name, joined with ", " as RFC 9110 allows for lists.
    [[nodiscard]] std::string joined(std::string_view name) const;

    [[nodiscard]] const std::string& body() const { return body_; }
    [[nodiscard]] bool has_body() const { return chunked_ || content_length_.value_or(0) > 0; }
    [[nodiscard]] std::optional<std::uint64_t> content_length() const { return content_length_; }

private:
    friend class RequestParser;
    void clear();

    std::string head_;
    Method method_ = Method::other;
    std::string_view target_, path_, query_, authority_;
    int version_ = 11;
    bool keep_alive_ = true;
    bool wants_upgrade_ = false;
    bool chunked_ = false;
    std::optional<std::uint64_t> content_length_;
    std::vector<Field> fields_;
    std::string body_;
};

/// ASCII case-insensitive, as field names and tokens are compared.
bool equals_ignoring_case(std::string_view a, std::string_view b);
/// Without spaces and tabs at both ends.
std::string_view trimmed(std::string_view text);

}  // namespace evald::service
