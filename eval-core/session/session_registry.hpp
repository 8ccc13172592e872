#pragma once

#include "artifact/artifact_store.hpp"
#include "base/error.hpp"
#include "session/session.hpp"
#include "session/session_records.hpp"
#include "session/spare_kernels.hpp"
#include "workspace/workspaces.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace evald {

struct SessionLookup {
    std::shared_ptr<Session> session;
    bool created = false;
};

/// The sessions by (principal, id): two principals never meet, even under one id. Each has a record, by which a restart
/// finds it again. Loop thread; what it is given outlives it.
class SessionRegistry {
public:
    struct Parts {
        std::shared_ptr<KernelContext> kernels;
        ArtifactStore& artifacts;
        SessionListener& listener;
        Workspaces& workspaces;
        SessionRecords& records;
        SpareKernels& spares;
    };
    explicit SessionRegistry(Parts parts) : parts_(std::move(parts)) {}

    /// Takes up the sessions of an earlier process whose workspaces are there.
    void restore(const std::vector<SessionRecord>& records);

    /// not_found for an unknown id and for another principal's alike.
    [[nodiscard]] Result<std::shared_ptr<Session>> find(std::string_view principal, std::string_view id) const;
    /// Empty `id`: a new session under a new id. `first`: the language of its first cell, for which a new session takes a
    /// spare kernel. Errors: invalid_request (a malformed id), not_found (`create` is false),
    /// too_many_requests (limits.sessions_per_principal), unavailable (limits.sessions, or the workspace cannot be made).
    Result<SessionLookup> find_or_create(std::string_view principal, std::string_view id, bool create,
                                         std::optional<Language> first = std::nullopt);
    /// Takes a session out and forgets its record; the caller ends it.
    Result<std::shared_ptr<Session>> take(std::string_view principal, std::string_view id);
    /// Brings the records up to date with what has been used since.
    void save_changes();
    /// The same for one, when it has got its first kernel of a language.
    void save_first_kernels(std::string_view principal, std::string_view id);
    [[nodiscard]] std::vector<std::shared_ptr<Session>> all() const;

private:
    struct Entry {
        std::shared_ptr<Session> session;
        SessionRecord saved;
    };
    void save(Entry& entry);
    Result<std::shared_ptr<Session>> create(std::string_view principal, std::string id, std::optional<Language> first);
    [[nodiscard]] std::ptrdiff_t count_of(std::string_view principal) const;
    /// A spare kernel, if there is one that can be this session's.
    std::optional<SpareKernel> take_spare(std::string_view principal, const std::string& id, Language language);
    std::shared_ptr<Session> make_session(std::string principal, std::string id, std::string workspace);

    Parts parts_;
    std::unordered_map<std::string, Entry> sessions_;
};

}  // namespace evald
