#include "protocol/request_codec.hpp"

#include "base/json_writer.hpp"

namespace evald {

std::string encode_execute(std::string_view id, std::string_view code, std::string_view cwd,
                           const std::vector<std::pair<std::string, std::string>>& env, bool silent) {
    std::string out;
    out.reserve(code.size() + code.size() / 8 + 128);
    JsonWriter json(out);
    json.begin_object().member("id", id).member("code", code).member("silent", silent).member("storeHistory", !silent);
    if (!cwd.empty()) json.member("cwd", cwd);
    if (!env.empty()) {
        json.key("env").begin_object();
        for (const auto& [name, value] : env) json.member(name, value);
        json.end_object();
    }
    json.end_object();
    return out;
}

std::string encode_tool_result(std::string_view call_id, std::string_view value_json) {
    std::string out;
    out.reserve(value_json.size() + 96);
    JsonWriter json(out);
    json.begin_object().member("type", "tool_result").member("callId", call_id).member("ok", true);
    json.key("value").raw(value_json).end_object();
    return out;
}

std::string encode_tool_error(std::string_view call_id, std::string_view message) {
    std::string out;
    JsonWriter json(out);
    json.begin_object().member("type", "tool_result").member("callId", call_id).member("ok", false);
    json.member("error", message).end_object();
    return out;
}

std::string encode_barrier(std::uint64_t number) {
    return "{\"type\":\"barrier\",\"n\":" + std::to_string(number) + "}";
}

std::string encode_restore() { return R"({"type":"restore"})"; }

std::string encode_ping() { return R"({"type":"ping"})"; }

std::string encode_exit() { return R"({"type":"exit"})"; }

}  // namespace evald
