#include "session/session_registry.hpp"

#include "platform/random_id.hpp"
#include "session/evaluator.hpp"

#include <utility>

namespace evald {
namespace {

std::string key_of(std::string_view principal, std::string_view id) {
    std::string key(principal);
    key += '\0';
    key += id;
    return key;
}

}  // namespace

SessionRegistry::SessionRegistry(std::shared_ptr<KernelContext> kernels, ArtifactStore& artifacts,
                                 SessionListener& listener, Workspaces& workspaces)
    : kernels_(std::move(kernels)), artifacts_(artifacts), listener_(listener), workspaces_(workspaces) {}

Result<std::shared_ptr<Session>> SessionRegistry::find(std::string_view principal, std::string_view id) const {
    const auto found = sessions_.find(key_of(principal, id));
    if (found == sessions_.end()) return Error{ErrorCode::not_found, "no such session"};
    return found->second;
}

Result<SessionLookup> SessionRegistry::find_or_create(std::string_view principal, std::string_view id, bool create) {
    if (!id.empty()) {
        if (!is_session_id(id))
            return Error{ErrorCode::invalid_request,
                         "the session id is malformed",
                         {{"/session", "1 to 128 characters of A-Z a-z 0-9 . _ -"}}};
        if (const auto found = find(principal, id)) return SessionLookup{*found, false};
    }
    if (!create)
        return Error{ErrorCode::not_found, "no such session; leave \"create\": false out to make it on first use"};
    std::string new_id(id);
    if (new_id.empty()) {
        const std::string& node = kernels_->config.node_name;
        new_id = node.empty() ? random_id() : node + "-" + random_id();
    }
    Result<std::shared_ptr<Session>> created = this->create(principal, std::move(new_id));
    if (!created) return created.error();
    return SessionLookup{*created, true};
}

Result<std::shared_ptr<Session>> SessionRegistry::create(std::string_view principal, std::string id) {
    if (sessions_.size() >= static_cast<std::size_t>(kernels_->config.limits.sessions)) {
        Error error{ErrorCode::unavailable, "the service holds as many sessions as it may; end one or try again later"};
        error.retry_after_s = 30;
        return error;
    }
    Session::Identity identity;
    identity.principal = principal;
    identity.id = std::move(id);
    Result<std::string> workspace = workspaces_.make(identity.principal, identity.id);
    if (!workspace) return workspace.error();
    identity.workspace = std::move(*workspace);
    identity.artifacts_dir = artifacts_.session_folder(identity.principal, identity.id);
    std::string key = key_of(principal, identity.id);
    auto session = std::make_shared<Session>(kernels_, artifacts_, listener_, std::move(identity));
    sessions_[std::move(key)] = session;
    kernels_->statistics.sessions_created += 1;
    return session;
}

Result<std::shared_ptr<Session>> SessionRegistry::take(std::string_view principal, std::string_view id) {
    const auto found = sessions_.find(key_of(principal, id));
    if (found == sessions_.end()) return Error{ErrorCode::not_found, "no such session"};
    std::shared_ptr<Session> session = std::move(found->second);
    sessions_.erase(found);
    return session;
}

std::vector<std::shared_ptr<Session>> SessionRegistry::all() const {
    std::vector<std::shared_ptr<Session>> sessions;
    sessions.reserve(sessions_.size());
    for (const auto& entry : sessions_) sessions.push_back(entry.second);
    return sessions;
}

}  // namespace evald
