#include "artifact/artifact_index.hpp"

#include <algorithm>

namespace evald {

bool is_artifact_id(std::string_view id) {
    const auto is_allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
    return id.size() >= 16 && id.size() <= 64 && std::all_of(id.begin(), id.end(), is_allowed);
}

void ArtifactIndex::add(Artifact artifact) {
    remove(artifact.id);
    const AgeAndId key(artifact.created_ms, artifact.id);
    Owner& owner = owners_[artifact.principal];
    owner.bytes += artifact.bytes;
    owner.by_age.insert(key);
    by_age_.insert(key);
    bytes_ += artifact.bytes;
    artifacts_.emplace(artifact.id, std::move(artifact));
}

const Artifact* ArtifactIndex::find(std::string_view id) const {
    if (!is_artifact_id(id)) return nullptr;
    const auto found = artifacts_.find(std::string(id));
    return found == artifacts_.end() ? nullptr : &found->second;
}

std::vector<Artifact> ArtifactIndex::of_session(std::string_view principal, std::string_view session) const {
    std::vector<Artifact> found;
    const auto owner = owners_.find(principal);
    if (owner == owners_.end()) return found;
    for (const AgeAndId& key : owner->second.by_age) {
        const Artifact& artifact = artifacts_.at(key.second);
        if (session.empty() || artifact.session == session) found.push_back(artifact);
    }
    return found;
}

const Artifact* ArtifactIndex::oldest_of(std::string_view principal) const {
    const auto owner = owners_.find(principal);
    return owner == owners_.end() ? nullptr : first_of(owner->second.by_age);
}

const Artifact* ArtifactIndex::oldest() const { return first_of(by_age_); }

const Artifact* ArtifactIndex::first_of(const std::set<AgeAndId>& by_age) const {
    return by_age.empty() ? nullptr : &artifacts_.at(by_age.begin()->second);
}

std::optional<Artifact> ArtifactIndex::remove(std::string_view id) {
    const auto found = artifacts_.find(std::string(id));
    if (found == artifacts_.end()) return std::nullopt;
    Artifact artifact = std::move(found->second);
    artifacts_.erase(found);
    const AgeAndId key(artifact.created_ms, artifact.id);
    by_age_.erase(key);
    bytes_ -= artifact.bytes;
    const auto owner = owners_.find(artifact.principal);
    owner->second.bytes -= artifact.bytes;
    owner->second.by_age.erase(key);
    if (owner->second.by_age.empty()) owners_.erase(owner);
    return artifact;
}

std::uint64_t ArtifactIndex::bytes_of(std::string_view principal) const {
    const auto owner = owners_.find(principal);
    return owner == owners_.end() ? 0 : owner->second.bytes;
}

}  // namespace evald
