#include "api/responses.hpp"

#include "base/json_writer.hpp"
#include "platform/clock.hpp"

namespace evald::service {
namespace {

void write_session(JsonWriter& json, const SessionInfo& info) {
    json.begin_object().member("id", info.id);
    json.member("created", info.created_ms).member("lastUsed", info.last_used_ms);
    json.key("kernels").begin_array();
    for (const KernelInfo& kernel : info.kernels) {
        json.begin_object().member("language", language_id(kernel.language)).member("state", kernel.state);
        json.member("pid", kernel.pid).member("rss", kernel.resident_bytes);
        json.member("executionCount", kernel.execution_count).end_object();
    }
    json.end_array().member("queued", std::uint64_t{info.queued});
    if (!info.running.empty()) json.member("running", info.running);
    json.member("lastSeq", info.last_seq).member("epoch", info.epoch).end_object();
}

}  // namespace

std::string run_state_json(const Run& run) {
    std::string out;
    JsonWriter json(out);
    json.begin_object().member("run", run.id()).member("session", run.session());
    json.member("state", run_state_name(run.state()));
    if (run.result_json()) json.key("result").raw(*run.result_json());
    json.end_object();
    return out;
}

RunEvent finished_event(const Run& run) {
    RunEvent event;
    event.type = EventType::run_finished;
    event.run = run.id();
    JsonWriter json(event.json);
    json.begin_object().member("type", event_type_name(event.type)).member("time", std::int64_t{utc_now_ms()});
    json.member("session", run.session()).member("run", run.id());
    json.key("result").raw(run.result_json() ? *run.result_json() : std::string("null")).end_object();
    return event;
}

std::string session_json(const SessionInfo& info) {
    std::string out;
    JsonWriter json(out);
    write_session(json, info);
    return out;
}

std::string session_list_json(const std::vector<SessionInfo>& infos) {
    std::string out;
    JsonWriter json(out);
    json.begin_object().key("sessions").begin_array();
    for (const SessionInfo& info : infos) write_session(json, info);
    json.end_array().end_object();
    return out;
}

std::string artifact_list_json(const std::vector<Artifact>& artifacts) {
    std::string out;
    JsonWriter json(out);
    json.begin_object().key("artifacts").begin_array();
    for (const Artifact& artifact : artifacts) {
        json.begin_object().member("id", artifact.id).member("session", artifact.session);
        json.member("mimeType", artifact.mime_type).member("bytes", artifact.bytes);
        json.member("created", artifact.created_ms).end_object();
    }
    json.end_array().end_object();
    return out;
}

}  // namespace evald::service
