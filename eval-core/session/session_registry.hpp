#pragma once

#include "artifact/artifact_store.hpp"
#include "base/error.hpp"
#include "session/session.hpp"
#include "session/workspaces.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace evald {

struct SessionLookup {
    std::shared_ptr<Session> session;
    bool created = false;
};

/// The sessions by (principal, id): two principals never meet, even under one id. Loop thread.
class SessionRegistry {
public:
    SessionRegistry(std::shared_ptr<KernelContext> kernels, ArtifactStore& artifacts, SessionListener& listener,
                    Workspaces& workspaces);

    /// not_found for an unknown id and for another principal's alike.
    [[nodiscard]] Result<std::shared_ptr<Session>> find(std::string_view principal, std::string_view id) const;
    /// Empty `id`: a new session under a new id. Errors: invalid_request (a malformed id), not_found (`create` is false),
    /// unavailable (limits.sessions, or the workspace cannot be made).
    Result<SessionLookup> find_or_create(std::string_view principal, std::string_view id, bool create);
    /// Takes a session out; the caller ends it.
    Result<std::shared_ptr<Session>> take(std::string_view principal, std::string_view id);
    [[nodiscard]] std::vector<std::shared_ptr<Session>> all() const;

private:
    Result<std::shared_ptr<Session>> create(std::string_view principal, std::string id);

    std::shared_ptr<KernelContext> kernels_;
    ArtifactStore& artifacts_;
    SessionListener& listener_;
    Workspaces& workspaces_;
    std::unordered_map<std::string, std::shared_ptr<Session>> sessions_;
};

}  // namespace evald
