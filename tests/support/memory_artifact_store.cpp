#include "support/memory_artifact_store.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace evald::test {

struct MemoryArtifactStore::State {
    struct Entry {
        Artifact artifact;
        std::string bytes;
        bool committed = false;
    };
    std::map<std::string, Entry> entries;
    std::vector<Writer*> writers;
    bool held = false;
    std::string failure;
    int next = 1;
};

class MemoryArtifactStore::Writer final : public ArtifactWriter {
public:
    Writer(std::shared_ptr<State> state, std::string id) : state_(std::move(state)), id_(std::move(id)) {
        state_->writers.push_back(this);
    }
    ~Writer() override { std::erase(state_->writers, this); }
    [[nodiscard]] const std::string& id() const override { return id_; }
    void append(std::string bytes) override {
        if (state_->held) pending_ += bytes.size();
        state_->entries[id_].bytes += bytes;
    }
    [[nodiscard]] std::uint64_t pending_bytes() const override { return pending_; }
    void on_progress(std::function<void()> call) override { call_ = std::move(call); }
    void finish() override {
        if (!state_->failure.empty()) {
            failure_ = Error{ErrorCode::internal, state_->failure};
            return;
        }
        State::Entry& entry = state_->entries[id_];
        entry.committed = true;
        entry.artifact.bytes = entry.bytes.size();
    }
    [[nodiscard]] bool is_over() const override { return pending_ == 0; }
    [[nodiscard]] const Error* failure() const override { return failure_ ? &*failure_ : nullptr; }
    boost::asio::awaitable<Result<Artifact>> commit() override {
        finish();
        if (failure_) co_return *failure_;
        co_return state_->entries[id_].artifact;
    }
    void written() {
        pending_ = 0;
        if (call_) call_();
    }

private:
    std::shared_ptr<State> state_;
    std::string id_;
    std::uint64_t pending_ = 0;
    std::optional<Error> failure_;
    std::function<void()> call_;
};

MemoryArtifactStore::MemoryArtifactStore() : state_(std::make_shared<State>()) {}
MemoryArtifactStore::~MemoryArtifactStore() = default;

std::unique_ptr<ArtifactWriter> MemoryArtifactStore::create(std::string principal, std::string session,
                                                            std::string mime_type) {
    Artifact artifact;
    artifact.id = "artifact" + std::to_string(state_->next++);
    artifact.principal = std::move(principal);
    artifact.session = std::move(session);
    artifact.mime_type = std::move(mime_type);
    const std::string id = artifact.id;
    state_->entries[id].artifact = std::move(artifact);
    return std::make_unique<Writer>(state_, id);
}

boost::asio::awaitable<Result<Artifact>> MemoryArtifactStore::store(std::string principal, std::string session,
                                                                    std::string mime_type, std::string bytes) {
    auto writer = create(std::move(principal), std::move(session), std::move(mime_type));
    writer->append(std::move(bytes));
    Result<Artifact> stored = co_await writer->commit();
    co_return stored;
}

Result<Artifact> MemoryArtifactStore::find(std::string_view principal, std::string_view id) const {
    const auto entry = state_->entries.find(std::string(id));
    const bool is_there = entry != state_->entries.end() && entry->second.committed;
    if (!is_there || entry->second.artifact.principal != principal)
        return Error{ErrorCode::not_found, "no such artifact"};
    return entry->second.artifact;
}

boost::asio::awaitable<Result<std::unique_ptr<ArtifactReader>>> MemoryArtifactStore::open(std::string, std::string) {
    co_return Error{ErrorCode::not_found, "not readable in tests"};
}

std::vector<Artifact> MemoryArtifactStore::list(std::string_view principal, std::string_view session) const {
    std::vector<Artifact> artifacts;
    for (const auto& [id, entry] : state_->entries)
        if (entry.committed && entry.artifact.principal == principal && entry.artifact.session == session)
            artifacts.push_back(entry.artifact);
    return artifacts;
}

std::string MemoryArtifactStore::session_folder(const std::string&, const std::string&) { return "/nowhere"; }

boost::asio::awaitable<void> MemoryArtifactStore::remove_session(std::string principal, std::string session) {
    std::erase_if(state_->entries, [&](const auto& item) {
        return item.second.artifact.principal == principal && item.second.artifact.session == session;
    });
    co_return;
}

boost::asio::awaitable<void> MemoryArtifactStore::sweep() { co_return; }

std::uint64_t MemoryArtifactStore::total_bytes() const { return 0; }

std::size_t MemoryArtifactStore::count() const { return state_->entries.size(); }

std::string MemoryArtifactStore::bytes(const std::string& id) const {
    const auto entry = state_->entries.find(id);
    return entry == state_->entries.end() ? std::string() : entry->second.bytes;
}

void MemoryArtifactStore::hold_writes() { state_->held = true; }

void MemoryArtifactStore::release_writes() {
    state_->held = false;
    const std::vector<Writer*> writers = state_->writers;
    for (Writer* writer : writers) writer->written();
}

void MemoryArtifactStore::fail_commits(std::string message) { state_->failure = std::move(message); }

}  // namespace evald::test
