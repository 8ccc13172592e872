#include "artifact/artifact_metadata.hpp"

#include "artifact/artifact_index.hpp"
#include "base/json_writer.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace evald {
namespace {

std::optional<std::string> text_member(const nlohmann::json& object, const char* name) {
    const auto found = object.find(name);
    if (found == object.end() || !found->is_string()) return std::nullopt;
    return found->get<std::string>();
}

}  // namespace

std::string artifact_to_json(const Artifact& artifact) {
    std::string json;
    JsonWriter writer(json);
    writer.begin_object()
        .member("id", artifact.id)
        .member("principal", artifact.principal)
        .member("session", artifact.session)
        .member("mimeType", artifact.mime_type)
        .member("bytes", artifact.bytes)
        .member("createdMs", artifact.created_ms)
        .end_object();
    return json;
}

std::optional<Artifact> artifact_from_json(std::string_view json) {
    const nlohmann::json object = nlohmann::json::parse(json.begin(), json.end(), nullptr, false);
    if (!object.is_object()) return std::nullopt;
    const auto id = text_member(object, "id");
    const auto principal = text_member(object, "principal");
    const auto session = text_member(object, "session");
    const auto mime_type = text_member(object, "mimeType");
    const auto bytes = object.find("bytes");
    const auto created = object.find("createdMs");
    if (!id || !principal || !session || !mime_type || bytes == object.end() || created == object.end())
        return std::nullopt;
    if (!bytes->is_number_unsigned() || !created->is_number_integer()) return std::nullopt;
    if (!is_artifact_id(*id) || !is_sane_mime_type(*mime_type)) return std::nullopt;
    return Artifact{*id, *principal, *session, *mime_type, bytes->get<std::uint64_t>(), created->get<std::int64_t>()};
}

bool is_sane_mime_type(std::string_view mime_type) {
    const auto is_visible = [](char c) { return c >= ' ' && c <= '~'; };
    const std::size_t slash = mime_type.find('/');
    return slash != std::string_view::npos && slash > 0 && slash + 1 < mime_type.size() && mime_type.size() <= 128 &&
           std::all_of(mime_type.begin(), mime_type.end(), is_visible);
}

}  // namespace evald
