#include "session/session_registry.hpp"

#include "session/evaluator.hpp"
#include "session/node_names.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace evald {
namespace {

std::string key_of(std::string_view principal, std::string_view id) {
    std::string key(principal);
    key += '\0';
    key += id;
    return key;
}

bool has_other_kernels(const SessionRecord& a, const SessionRecord& b) {
    return a.had_python != b.had_python || a.had_javascript != b.had_javascript;
}

}  // namespace

void SessionRegistry::restore(const std::vector<SessionRecord>& records) {
    std::unordered_set<std::string> used;
    for (const SessionRecord& record : records) {
        const bool is_whole = is_session_id(record.id) && parts_.workspaces.exists(record.workspace);
        if (!is_whole || !used.insert(record.workspace).second) {
            parts_.records.remove(record);
            continue;
        }
        const auto session = make_session(record.principal, record.id, record.workspace);
        session->restore(record);
        sessions_[key_of(record.principal, record.id)] = Entry{session, record};
    }
    parts_.workspaces.keep_only(used);
}

Result<std::shared_ptr<Session>> SessionRegistry::find(std::string_view principal, std::string_view id) const {
    const auto found = sessions_.find(key_of(principal, id));
    if (found == sessions_.end()) return Error{ErrorCode::not_found, "no such session"};
    return found->second.session;
}

Result<SessionLookup> SessionRegistry::find_or_create(std::string_view principal, std::string_view id, bool create,
                                                      std::optional<Language> first) {
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
    if (new_id.empty()) new_id = node_id(parts_.kernels->config.node_name);
    Result<std::shared_ptr<Session>> created = this->create(principal, std::move(new_id), first);
    if (!created) return created.error();
    return SessionLookup{*created, true};
}

Result<std::shared_ptr<Session>> SessionRegistry::create(std::string_view principal, std::string id,
                                                         std::optional<Language> first) {
    if (sessions_.size() >= static_cast<std::size_t>(parts_.kernels->config.limits.sessions)) {
        Error error{ErrorCode::unavailable, "the service holds as many sessions as it may; end one or try again later"};
        error.retry_after_s = 30;
        return error;
    }
    const int most = parts_.kernels->config.limits.sessions_per_principal;
    if (most > 0 && count_of(principal) >= most) {
        Error error{ErrorCode::too_many_requests,
                    "this principal holds as many sessions as it may (limits.sessions_per_principal); end one"};
        error.retry_after_s = 30;
        return error;
    }
    std::optional<SpareKernel> spare = first ? take_spare(principal, id, *first) : std::nullopt;
    Result<std::string> workspace = spare ? Result<std::string>(spare->workspace) : parts_.workspaces.make();
    if (!workspace) return workspace.error();
    const auto session = make_session(std::string(principal), std::move(id), std::move(*workspace));
    if (spare) session->adopt(*first, std::move(spare->kernel));
    const SessionRecord record = session->record();
    parts_.records.save(record);
    sessions_[key_of(record.principal, record.id)] = Entry{session, record};
    parts_.kernels->statistics.sessions_created += 1;
    return session;
}

std::ptrdiff_t SessionRegistry::count_of(std::string_view principal) const {
    return std::ranges::count_if(
        sessions_, [principal](const auto& entry) { return entry.second.saved.principal == principal; });
}

std::optional<SpareKernel> SessionRegistry::take_spare(std::string_view principal, const std::string& id,
                                                       Language language) {
    std::optional<SpareKernel> spare = parts_.spares.take(language);
    if (!spare) return spare;
    const std::string artifacts = parts_.artifacts.session_folder(std::string(principal), id);
    if (parts_.workspaces.link_artifacts(spare->workspace, artifacts)) return spare;
    // Artifacts of an earlier session of that id are still there; this kernel could not see them.
    spare->kernel.reset();
    parts_.workspaces.discard(spare->workspace);
    return std::nullopt;
}

std::shared_ptr<Session> SessionRegistry::make_session(std::string principal, std::string id, std::string workspace) {
    Session::Identity identity;
    identity.artifacts_dir = parts_.artifacts.session_folder(principal, id);
    identity.workspace = parts_.workspaces.path(workspace);
    identity.workspace_name = std::move(workspace);
    identity.principal = std::move(principal);
    identity.id = std::move(id);
    return std::make_shared<Session>(parts_.kernels, parts_.artifacts, parts_.listener, std::move(identity));
}

Result<std::shared_ptr<Session>> SessionRegistry::take(std::string_view principal, std::string_view id) {
    const auto found = sessions_.find(key_of(principal, id));
    if (found == sessions_.end()) return Error{ErrorCode::not_found, "no such session"};
    std::shared_ptr<Session> session = std::move(found->second.session);
    parts_.records.remove(found->second.saved);
    sessions_.erase(found);
    return session;
}

void SessionRegistry::save(Entry& entry) {
    SessionRecord now = entry.session->record();
    if (has_other_kernels(now, entry.saved))
        parts_.records.save(now);
    else if (now.last_used_ms != entry.saved.last_used_ms)
        parts_.records.touch(now);
    entry.saved = std::move(now);
}

void SessionRegistry::save_changes() {
    for (auto& [key, entry] : sessions_) save(entry);
}

void SessionRegistry::save_first_kernels(std::string_view principal, std::string_view id) {
    const auto found = sessions_.find(key_of(principal, id));
    if (found == sessions_.end()) return;
    Entry& entry = found->second;
    const Session& session = *entry.session;
    const bool is_saved = session.kernel(Language::python).had_kernel() == entry.saved.had_python &&
                          session.kernel(Language::javascript).had_kernel() == entry.saved.had_javascript;
    if (!is_saved) save(entry);
}

std::vector<std::shared_ptr<Session>> SessionRegistry::all() const {
    std::vector<std::shared_ptr<Session>> sessions;
    sessions.reserve(sessions_.size());
    for (const auto& entry : sessions_) sessions.push_back(entry.second.session);
    return sessions;
}

}  // namespace evald
