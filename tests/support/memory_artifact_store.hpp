#pragma once

#include "artifact/artifact_store.hpp"

#include <map>
#include <memory>
#include <string>

namespace evald::test {

/// Keeps artifacts in memory; writes can be held back to see what waits for them.
class MemoryArtifactStore final : public ArtifactStore {
public:
    MemoryArtifactStore();
    ~MemoryArtifactStore() override;

    std::unique_ptr<ArtifactWriter> create(std::string principal, std::string session, std::string mime_type) override;
    boost::asio::awaitable<Result<Artifact>> store(std::string principal, std::string session, std::string mime_type,
                                                   std::string bytes) override;
    [[nodiscard]] Result<Artifact> find(std::string_view principal, std::string_view id) const override;
    boost::asio::awaitable<Result<std::unique_ptr<ArtifactReader>>> open(std::string principal, std::string id) override;
    [[nodiscard]] std::vector<Artifact> list(std::string_view principal, std::string_view session) const override;
    std::string session_folder(const std::string& principal, const std::string& session) override;
    boost::asio::awaitable<void> remove_session(std::string principal, std::string session) override;
    boost::asio::awaitable<void> sweep() override;
    [[nodiscard]] std::uint64_t total_bytes() const override;
    [[nodiscard]] std::size_t count() const override;

    /// Bytes of the artifact, committed or not; empty for an unknown id.
    [[nodiscard]] std::string bytes(const std::string& id) const;
    /// Appended bytes stay pending until released.
    void hold_writes();
    void release_writes();
    /// Every commit fails with this message.
    void fail_commits(std::string message);

private:
    struct State;
    class Writer;
    std::shared_ptr<State> state_;
};

}  // namespace evald::test
