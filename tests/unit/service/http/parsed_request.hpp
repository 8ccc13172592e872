#pragma once

#include "http/request.hpp"
#include "http/request_parser.hpp"

#include <doctest/doctest.h>
#include <memory>
#include <string>
#include <string_view>

namespace evald::service::test {

/// A request read from its head's text, as a connection would.
inline std::unique_ptr<Request> parsed_request(std::string_view head) {
    auto request = std::make_unique<Request>();
    RequestParser parser{ParserLimits()};
    parser.begin(*request);
    std::size_t used = 0;
    REQUIRE(parser.read_head(head, used) == RequestParser::Status::done);
    return request;
}

/// A GET of `target` with these header lines ("Name: value\r\n"…).
inline std::unique_ptr<Request> get_request(std::string_view target, std::string_view lines = "") {
    return parsed_request("GET " + std::string(target) + " HTTP/1.1\r\nHost: localhost\r\n" + std::string(lines) +
                          "\r\n");
}

}  // namespace evald::service::test
