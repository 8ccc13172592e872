#include "protocol/frames.hpp"

#include <algorithm>

#include "protocol/json_text.hpp"

namespace evald::js {

namespace {

/// A larger value would not fit a frame (32 MiB) together with the rest of its bundle.
constexpr std::size_t k_max_value = 15 << 20;

std::string frame_of_cell(std::string_view type, std::string_view id) {
    std::string frame = "{\"type\":\"";
    frame += type;
    frame += "\",\"id\":";
    append_json_string(frame, id);
    return frame;
}

std::string bundle_frame(std::string_view type, std::string_view id, const MimeBundle& bundle) {
    std::string frame = frame_of_cell(type, id);
    frame += ",\"bundle\":";
    frame += bundle.json();
    frame += '}';
    return frame;
}

}  // namespace

bool MimeBundle::claim(std::string_view mime_type) {
    if (std::find(types_.begin(), types_.end(), mime_type) != types_.end()) {
        return false;
    }
    types_.emplace_back(mime_type);
    if (!body_.empty()) {
        body_ += ',';
    }
    append_json_string(body_, mime_type);
    body_ += ':';
    return true;
}

void MimeBundle::add_json(std::string_view mime_type, std::string_view json) {
    if (!claim(mime_type)) {
        return;
    }
    if (json.size() > k_max_value || body_.size() + json.size() > 2 * k_max_value) {
        append_json_string(body_, "[" + std::to_string(json.size()) + " bytes: too large to be shown]");
    } else {
        body_ += json;
    }
}

void MimeBundle::add_text(std::string_view mime_type, std::string_view text) {
    std::string json;
    json.reserve(text.size() + 16);
    append_json_string(json, text);
    add_json(mime_type, json);
}

std::string ready_frame(std::string_view version) {
    std::string frame = R"({"type":"ready","protocol":1,"language":"js","version":)";
    append_json_string(frame, version);
    frame += '}';
    return frame;
}

std::string started_frame(std::string_view id) { return frame_of_cell("started", id) + "}"; }

std::string display_frame(std::string_view id, const MimeBundle& bundle) { return bundle_frame("display", id, bundle); }

std::string result_frame(std::string_view id, const MimeBundle& bundle) { return bundle_frame("result", id, bundle); }

std::string clear_output_frame(std::string_view id, bool wait) {
    return frame_of_cell("clear_output", id) + (wait ? ",\"wait\":true}" : ",\"wait\":false}");
}

std::string error_frame(std::string_view id, const ErrorReport& report) {
    std::string frame = frame_of_cell("error", id);
    frame += ",\"ename\":";
    append_json_string(frame, report.name);
    frame += ",\"evalue\":";
    append_json_string(frame, report.value);
    frame += ",\"traceback\":[";
    for (std::size_t i = 0; i < report.traceback.size(); ++i) {
        frame += i == 0 ? "" : ",";
        append_json_string(frame, report.traceback[i]);
    }
    frame += "]}";
    return frame;
}

std::string tool_frame(std::string_view id, std::string_view call_id, std::string_view name,
                       std::string_view args_json) {
    std::string frame = frame_of_cell("tool", id);
    frame += ",\"callId\":";
    append_json_string(frame, call_id);
    frame += ",\"name\":";
    append_json_string(frame, name);
    frame += ",\"args\":";
    frame += args_json;
    frame += '}';
    return frame;
}

std::string barrier_frame(unsigned number) { return R"({"type":"barrier","n":)" + std::to_string(number) + "}"; }

std::string done_frame(std::string_view id, const CellEnd& end) {
    std::string frame = frame_of_cell("done", id);
    frame += end.ok ? R"(,"status":"ok","executionCount":)" : R"(,"status":"error","executionCount":)";
    frame += std::to_string(end.execution_count);
    frame += end.cancelled ? R"(,"cancelled":true)" : R"(,"cancelled":false)";
    if (end.exit_code) {
        frame += R"(,"exitCode":)" + std::to_string(*end.exit_code);
    }
    if (end.restart) {
        frame += R"(,"restart":true)";
    }
    frame += '}';
    return frame;
}

std::string pong_frame() { return R"({"type":"pong"})"; }

}  // namespace evald::js
