// Any bytes in any pieces as HTTP: the same requests come out, however the bytes are cut.
#include "http/request_parser.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using evald::service::ParserLimits;
using evald::service::Request;
using evald::service::RequestParser;
using Status = RequestParser::Status;

/// Reads all requests of `bytes`, given in pieces of `step`, and writes down what was found.
std::string read_all(std::string_view bytes, std::size_t step) {
    ParserLimits limits;
    limits.head = 4096;
    limits.target = 512;
    limits.body = 2000;
    RequestParser parser(limits);
    Request request;
    std::string found, rest;
    bool has_head = false;
    parser.begin(request);
    while (true) {
        std::size_t used = 0;
        const Status status = has_head ? parser.read_body(rest, used) : parser.read_head(rest, used);
        if (used > rest.size()) std::abort();
        rest.erase(0, used);
        if (status == Status::failed) return found + "failed";
        if (status == Status::done && !has_head) {
            has_head = true;
        } else if (status == Status::done) {
            found.append(request.target()).append("|").append(request.body()).append(";");
            if (request.body().size() > limits.body) std::abort();
            has_head = false;
            parser.begin(request);
        } else {
            if (bytes.empty()) return found + "more";
            rest += bytes.substr(0, step);
            bytes.remove_prefix(std::min(step, bytes.size()));
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::size_t step = 1 + data[0] % 31U;
    const std::string_view bytes(reinterpret_cast<const char*>(data + 1), std::min<std::size_t>(size - 1, 3000));
    if (read_all(bytes, step) != read_all(bytes, bytes.size() + 1)) std::abort();
    return 0;
}
