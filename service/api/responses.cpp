#include "api/responses.hpp"

#include "base/json_writer.hpp"

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

std::string_view kind_name(WorkspaceEntry::Kind kind) {
    switch (kind) {
        case WorkspaceEntry::Kind::file: return "file";
        case WorkspaceEntry::Kind::folder: return "folder";
        case WorkspaceEntry::Kind::other: return "other";
    }
    return "other";
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

std::string session_json(const SessionInfo& info) {
    std::string out;
    JsonWriter json(out);
    write_session(json, info);
    return out;
}

std::string session_list_json(const std::vector<SessionInfo>& infos, const std::string& node) {
    std::string out;
    JsonWriter json(out);
    json.begin_object().key("sessions").begin_array();
    for (const SessionInfo& info : infos) write_session(json, info);
    json.end_array();
    if (!node.empty()) json.member("node", node);
    json.end_object();
    return out;
}

std::string folder_json(const WorkspaceFolder& folder) {
    std::string out;
    JsonWriter json(out);
    json.begin_object().key("entries").begin_array();
    for (const WorkspaceEntry& entry : folder.entries) {
        json.begin_object().member("name", entry.name).member("type", kind_name(entry.kind));
        if (entry.kind == WorkspaceEntry::Kind::file) json.member("bytes", entry.bytes);
        json.member("modified", entry.modified_ms()).end_object();
    }
    json.end_array();
    if (folder.is_cut) json.member("truncated", true);
    json.end_object();
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
