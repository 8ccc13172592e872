#pragma once

#include "artifact/artifact_store.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace evald {

/// What an artifact's id looks like: 16 to 64 characters of [a-z0-9]. Nothing else is ever looked up.
bool is_artifact_id(std::string_view id);

/// The stored artifacts in memory, by id and by age. Pure: files are the caller's business.
class ArtifactIndex {
public:
    void add(Artifact artifact);
    [[nodiscard]] const Artifact* find(std::string_view id) const;
    /// Oldest first.
    [[nodiscard]] std::vector<Artifact> of_session(std::string_view principal, std::string_view session) const;
    /// The oldest of a principal, or of all; null if there is none.
    [[nodiscard]] const Artifact* oldest_of(std::string_view principal) const;
    [[nodiscard]] const Artifact* oldest() const;

    std::optional<Artifact> remove(std::string_view id);

    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
    [[nodiscard]] std::uint64_t bytes_of(std::string_view principal) const;
    [[nodiscard]] std::size_t count() const { return artifacts_.size(); }

private:
    using AgeAndId = std::pair<std::int64_t, std::string>;
    struct Owner {
        std::uint64_t bytes = 0;
        std::set<AgeAndId> by_age;
    };

    [[nodiscard]] const Artifact* first_of(const std::set<AgeAndId>& by_age) const;

    std::unordered_map<std::string, Artifact> artifacts_;
    std::set<AgeAndId> by_age_;
    std::map<std::string, Owner, std::less<>> owners_;
    std::uint64_t bytes_ = 0;
};

}  // namespace evald
