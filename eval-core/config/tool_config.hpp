#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace evald {

/// A header that goes with every call of a configured tool. `text` stands in the configuration; `value` has each
/// ${VARIABLE} of it replaced, and is printed and logged nowhere.
struct ToolHeader {
    std::string name;
    std::string text;
    std::string value;
};

/// A tool that the server itself answers, by an HTTP request: tools.NAME of the configuration.
struct ToolConfig {
    std::string name;
    std::string url;              ///< http or https; a call goes there and nowhere else
    std::string method = "POST";  ///< POST, PUT or PATCH
    std::vector<ToolHeader> headers;
    std::chrono::milliseconds timeout{60'000};
    std::string description;
    std::string parameters_json;  ///< a JSON schema of the arguments, or empty
    bool pauses_timeout = false;  ///< the cell's timeout stands still while a call is in flight
};

}  // namespace evald
