#include "artifact/artifact_quota.hpp"

namespace evald {

Result<std::vector<Artifact>> ArtifactQuota::reserve(const std::string& principal, std::uint64_t bytes,
                                                     ArtifactIndex& index) {
    std::uint64_t& reserved = reserved_[principal];
    if (reserved + bytes > limits_.max_bytes || total_reserved_ + bytes > limits_.max_total_bytes) {
        if (reserved == 0) reserved_.erase(principal);
        return Error{ErrorCode::payload_too_large, "the output is larger than the space for artifacts"};
    }
    reserved += bytes;
    total_reserved_ += bytes;

    std::vector<Artifact> evicted;
    const auto evict = [&evicted, &index](const Artifact& artifact) {
        const std::string id = artifact.id;
        evicted.push_back(*index.remove(id));
    };
    while (index.bytes_of(principal) + reserved > limits_.max_bytes) evict(*index.oldest_of(principal));
    while (index.bytes() + total_reserved_ > limits_.max_total_bytes) evict(*index.oldest());
    return evicted;
}

void ArtifactQuota::release(const std::string& principal, std::uint64_t bytes) {
    const auto reserved = reserved_.find(principal);
    if (reserved == reserved_.end()) return;
    reserved->second -= bytes;
    total_reserved_ -= bytes;
    if (reserved->second == 0) reserved_.erase(reserved);
}

}  // namespace evald
