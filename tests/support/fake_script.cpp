#include "support/fake_kernel.hpp"

#include "base/json_writer.hpp"

#include <utility>

namespace evald::test {
namespace {

/// A frame of the cell: `rest` is what follows the id, beginning with a comma, or empty.
std::string cell_frame(std::string_view type, std::string_view rest = {}) {
    return R"({"type":")" + std::string(type) + R"(","id":"$id")" + std::string(rest) + "}";
}

std::string text_member(std::string_view name, std::string_view text) {
    std::string json = ",\"" + std::string(name) + "\":\"";
    append_json_escaped(json, text);
    return json + '"';
}

}  // namespace

FakeScript& FakeScript::add(Action action, std::string text) {
    Step step;
    step.action = action;
    step.text = std::move(text);
    steps_.push_back(std::move(step));
    return *this;
}

FakeScript& FakeScript::frame(std::string json) { return add(Action::frame, std::move(json)); }

FakeScript& FakeScript::started() { return frame(cell_frame("started")); }

FakeScript& FakeScript::print(std::string_view text) { return frame(cell_frame("stdout", text_member("data", text))); }

FakeScript& FakeScript::print_error(std::string_view text) {
    return frame(cell_frame("stderr", text_member("data", text)));
}

FakeScript& FakeScript::result(std::string_view text) {
    std::string bundle = "{\"text/plain\":\"";
    append_json_escaped(bundle, text);
    return result_bundle(bundle + "\"}");
}

FakeScript& FakeScript::display(std::string_view bundle_json) {
    return frame(cell_frame("display", ",\"bundle\":" + std::string(bundle_json)));
}

FakeScript& FakeScript::result_bundle(std::string_view bundle_json) {
    return frame(cell_frame("result", ",\"bundle\":" + std::string(bundle_json)));
}

FakeScript& FakeScript::error(std::string_view ename, std::string_view evalue) {
    std::string line(ename);
    if (!evalue.empty()) line += ": " + std::string(evalue);
    std::string traceback = R"(,"traceback":["Traceback (most recent call last):",")";
    append_json_escaped(traceback, line);
    return frame(cell_frame("error", text_member("ename", ename) + text_member("evalue", evalue) + traceback + "\"]"));
}

FakeScript& FakeScript::tool(std::string_view call_id, std::string_view name, std::string_view args_json) {
    return frame(cell_frame(
        "tool", text_member("callId", call_id) + text_member("name", name) + ",\"args\":" + std::string(args_json)));
}

FakeScript& FakeScript::done() {
    return frame(cell_frame("done", R"(,"status":"ok","executionCount":1,"cancelled":false)"));
}

FakeScript& FakeScript::done_error() {
    return frame(cell_frame("done", R"(,"status":"error","executionCount":1,"cancelled":false)"));
}

FakeScript& FakeScript::done_cancelled() {
    return frame(cell_frame("done", R"(,"status":"error","executionCount":1,"cancelled":true)"));
}

FakeScript& FakeScript::done_exit_code(int code) {
    return frame(cell_frame("done", std::string(R"(,"status":")") + (code == 0 ? "ok" : "error") +
                                        R"(","executionCount":1,"cancelled":false,"exitCode":)" +
                                        std::to_string(code)));
}

FakeScript& FakeScript::done_restart(int code) {
    return frame(cell_frame("done", std::string(R"(,"status":")") + (code == 0 ? "ok" : "error") +
                                        R"(","executionCount":1,"cancelled":false,"restart":true,"exitCode":)" +
                                        std::to_string(code)));
}

FakeScript& FakeScript::raw(OutputStream stream, std::string bytes) {
    add(Action::raw, std::move(bytes));
    steps_.back().stream = stream;
    return *this;
}

FakeScript& FakeScript::exit(int code) {
    add(Action::exit);
    steps_.back().status.value = code;
    return *this;
}

FakeScript& FakeScript::die_by_signal(int number) {
    exit(number);
    steps_.back().status.signaled = true;
    return *this;
}

FakeScript& FakeScript::hang() { return add(Action::hang); }

FakeScript& FakeScript::hang_for_ever() { return add(Action::hang_for_ever); }

FakeScript& FakeScript::wait_for_message() { return add(Action::wait_for_message); }

FakeScript& FakeScript::call(std::function<void()> action) {
    add(Action::call);
    steps_.back().callback = std::move(action);
    return *this;
}

}  // namespace evald::test
