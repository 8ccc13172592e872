#include "artifact/artifact_catalog.hpp"

#include "artifact/artifact_upload.hpp"

#include <utility>

namespace evald {

const Artifact* ArtifactCatalog::find(std::string_view principal, std::string_view id) const {
    const Artifact* artifact = index.find(id);
    const bool is_there =
        artifact != nullptr && artifact->principal == principal && now_ms() - artifact->created_ms < ttl_ms;
    return is_there ? artifact : nullptr;
}

std::shared_ptr<ArtifactUpload> ArtifactCatalog::find_on_its_way(std::string_view principal,
                                                                 std::string_view id) const {
    for (ArtifactUpload* const upload : uploads) {
        const Artifact& artifact = upload->artifact();
        if (upload->is_finished() && artifact.id == id && artifact.principal == principal)
            return upload->shared_from_this();
    }
    return nullptr;
}

std::uint64_t ArtifactCatalog::pending_bytes() const {
    std::uint64_t bytes = 0;
    for (const ArtifactUpload* const upload : uploads) bytes += upload->pending_bytes();
    return bytes;
}

Result<void> ArtifactCatalog::reserve(const std::string& principal, std::uint64_t bytes) {
    Result<std::vector<Artifact>> evicted = quota.reserve(principal, bytes, index);
    if (!evicted) return evicted.error();
    if (!evicted->empty()) {
        pool.post([files = folder, gone = std::move(*evicted)] {
            for (const Artifact& artifact : gone) files.remove(artifact);
        });
    }
    return {};
}

std::vector<Artifact> ArtifactCatalog::take_expired() {
    std::vector<Artifact> expired;
    const std::int64_t newest = now_ms() - ttl_ms;
    for (const Artifact* oldest = index.oldest(); oldest != nullptr && oldest->created_ms <= newest;
         oldest = index.oldest()) {
        const std::string id = oldest->id;
        expired.push_back(*index.remove(id));
    }
    return expired;
}

std::vector<Artifact> ArtifactCatalog::take_session(const std::string& principal, const std::string& session) {
    std::vector<Artifact> taken = index.of_session(principal, session);
    for (const Artifact& artifact : taken) index.remove(artifact.id);
    const std::set<ArtifactUpload*> open = uploads;
    for (ArtifactUpload* upload : open) {
        const Artifact& artifact = upload->artifact();
        const bool is_of_session = artifact.principal == principal && artifact.session == session;
        if (is_of_session) upload->fail({ErrorCode::not_found, "the session has ended"});
    }
    return taken;
}

}  // namespace evald
