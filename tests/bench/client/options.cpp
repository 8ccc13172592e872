#include "client/options.hpp"

#include <functional>
#include <map>
#include <stdexcept>
#include <string_view>

namespace bench {
namespace {

void speak_evald(Options& options) {
    options.ws_path = "/eval/stream";
    options.exec_template =
        R"({"type":"eval","id":"{mid}","session":"{sid}","cells":[{"language":"{lang}","code":{code}}]})";
    options.belongs = "";
    options.done = {R"("type":"run.finished")"};
    options.stream_match = R"("type":"output")";
    options.interrupt_path = "/sessions/{sid}/interrupt";
    options.delete_path = "/sessions/{sid}";
    options.greeting = R"({"type":"watch","session":"{sid}"})";
}

void speak_evald_http(Options& options) {
    speak_evald(options);
    options.transport = "http";
    options.exec_path = "/eval";
    options.exec_template = R"({"session":"{sid}","cells":[{"language":"{lang}","code":{code}}]})";
}

void speak_jupyter(Options& options) {
    options.create_path = "/api/kernels";
    options.ws_path = "/api/kernels/{id}/channels?session_id={sid}";
    options.interrupt_path = "/api/kernels/{id}/interrupt";
    options.delete_path = "/api/kernels/{id}";
    options.exec_template =
        R"({"header":{"msg_id":"{mid}","username":"b","session":"{sid}","msg_type":"execute_request","version":"5.3",)"
        R"("date":"2024-01-01T00:00:00Z"},"parent_header":{},"metadata":{},"content":{"code":{code},"silent":false,)"
        R"("store_history":true,"user_expressions":{},"allow_stdin":false,"stop_on_error":true},"channel":"shell",)"
        R"("buffers":[]})";
    options.done = {R"("msg_type": "execute_reply")", R"("execution_state": "idle")"};
    options.stream_match = R"("msg_type": "stream")";
}

void speak_floor(Options& options) {
    options.ws_path = "/ws";
    options.exec_template = R"({"id":"{mid}","code":{code}})";
    options.done = {R"("type":"done")"};
    options.stream_match = R"("type":"stdout")";
    options.interrupt_message = R"({"interrupt":1})";
}

void speak_echo(Options& options) {
    options.ws_path = "/ws";
    options.exec_template = R"({"id":"{mid}","type":"done","code":{code}})";
    options.done = {R"("type":"done")"};
}

void speak_broadcast(Options& options) {
    options.ws_path = "/ws";
    options.exec_template = "{code}";
    options.done = {R"("type":"done")"};
    options.stream_match = R"("type":"output")";
}

void apply_preset(Options& options, const std::string& name) {
    const std::map<std::string, void (*)(Options&)> presets{{"evald", speak_evald},
                                                            {"evald-http", speak_evald_http},
                                                            {"jupyter", speak_jupyter},
                                                            {"floor", speak_floor},
                                                            {"echo", speak_echo},
                                                            {"broadcast", speak_broadcast}};
    const auto preset = presets.find(name);
    if (preset == presets.end()) throw std::invalid_argument("unknown preset " + name);
    preset->second(options);
}

using Setter = std::function<void(const std::string&)>;

Setter text(std::string& target) {
    return [&target](const std::string& value) { target = value; };
}

Setter number(int& target) {
    return [&target](const std::string& value) { target = std::stoi(value); };
}

Setter flag(bool& target) {
    return [&target](const std::string& value) { target = value == "1"; };
}

std::map<std::string, Setter> setters(Options& options) {
    return {
        {"host", text(options.host)},
        {"port", text(options.port)},
        {"test", text(options.test)},
        {"transport", text(options.transport)},
        {"header", [&options](const std::string& value) { options.headers.push_back(value); }},
        {"code", text(options.code)},
        {"lang", text(options.language)},
        {"quickack", flag(options.quick_ack)},
        {"bulk", flag(options.bulk)},
        {"n", number(options.count)},
        {"warmup", number(options.warm_up)},
        {"sessions", number(options.sessions)},
        {"timeout", number(options.timeout_s)},
        {"gap-us", number(options.gap_us)},
        {"lines", number(options.lines)},
        {"watchers", number(options.watchers)},
        {"message-bytes", number(options.message_bytes)},
        {"rate", number(options.rate)},
        {"width", number(options.width)},
        {"path", text(options.exec_path)},
        {"method", text(options.exec_method)},
        {"preset", [](const std::string&) {}},
    };
}

}  // namespace

Options parse_options(int count, char** arguments) {
    Options options;
    for (int i = 1; i + 1 < count; ++i)
        if (std::string_view(arguments[i]) == "--preset") apply_preset(options, arguments[i + 1]);
    const auto known = setters(options);
    for (int i = 1; i < count; i += 2) {
        const std::string name(arguments[i]);
        const auto setter = name.starts_with("--") ? known.find(name.substr(2)) : known.end();
        if (setter == known.end() || i + 1 >= count) throw std::invalid_argument("bad argument " + name);
        setter->second(arguments[i + 1]);
    }
    return options;
}

}  // namespace bench
