#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace evald {

/// The messages of the host (runners/PROTOCOL.md), each one line without its newline. Texts must be valid UTF-8.

std::string encode_execute(std::string_view id, std::string_view code, std::string_view cwd,
                           const std::vector<std::pair<std::string, std::string>>& env, bool silent = false);
/// `value_json` must be one complete JSON value.
std::string encode_tool_result(std::string_view call_id, std::string_view value_json);
std::string encode_tool_error(std::string_view call_id, std::string_view message);
std::string encode_barrier(std::uint64_t number);
std::string encode_restore();
std::string encode_ping();
std::string encode_exit();

}  // namespace evald
