#include "client/tool_calls.hpp"

#include "client/websocket_client.hpp"

#include <stdexcept>
#include <string>
#include <string_view>

namespace bench {
namespace {

using nlohmann::json;

/// Prints one JSON object: the median and the 99th percentile of a call in milliseconds, and calls a second.
constexpr std::string_view k_code = R"(
import json, time
def one(number):
    before = time.perf_counter()
    tool.echo(number=number)
    return (time.perf_counter() - before) * 1e3
for number in range(200): one(number)
times = sorted(one(number) for number in range(COUNT))
before = time.perf_counter()
parallel([lambda number=number: tool.echo(number=number) for number in range(COUNT)])
print(json.dumps({"p50": times[COUNT // 2], "p99": times[COUNT * 99 // 100], "calls_per_s": COUNT / sum(times) * 1e3,
                  "parallel_calls_per_s": COUNT / (time.perf_counter() - before)}))
)";

std::string code_for(int count) {
    std::string code(k_code);
    for (auto at = code.find("COUNT"); at != std::string::npos; at = code.find("COUNT", at))
        code.replace(at, 5, std::to_string(count));
    return code;
}

/// The text behind `"callId":"`.
std::string_view call_id(std::string_view message) {
    constexpr std::string_view key = R"("callId":")";
    const auto at = message.find(key);
    if (at == std::string_view::npos) throw std::runtime_error("a tool.call without callId");
    const auto begin = at + key.size();
    return message.substr(begin, message.find('"', begin) - begin);
}

}  // namespace

json measure_tool_calls(const Options& options) {
    WebSocketClient socket;
    socket.connect(options, "/eval/stream?session=tool-calls");
    const json request{{"type", "eval"},
                       {"tools", {{{"name", "echo"}}}},
                       {"cells", {{{"language", "py"}, {"code", code_for(options.count)}, {"timeout", 120}}}}};
    socket.send_text(request.dump());
    const std::string run = json::parse(socket.receive()).at("run").get<std::string>();
    const std::string answer = R"({"type":"tool.result","run":")" + run + R"(","ok":true,"value":1,"callId":")";
    for (;;) {
        const std::string& message = socket.receive();
        const std::string_view head = std::string_view(message).substr(0, 256);
        if (head.find(R"("type":"tool.call")") != std::string_view::npos) {
            socket.send_text(answer + std::string(call_id(message)) + "\"}");
        } else if (head.find(R"("type":"run.finished")") != std::string_view::npos) {
            const json result = json::parse(message).at("result");
            const auto text = result.at("content").at(0).at("text").get<std::string>();
            if (result.at("isError").get<bool>()) throw std::runtime_error(text);
            return json::parse(text);
        }
    }
}

}  // namespace bench
