#include "execution/run_registry.hpp"

#include <algorithm>

namespace evald {
namespace {

/// What a kept run costs beside its result: the object, its request's cells, the table entries.
std::uint64_t memory_of(const Run& run) {
    return RunRegistry::request_bytes(run.request()) + (run.result_json() ? run.result_json()->size() : 0);
}

}  // namespace

std::string RunRegistry::key_of(std::string_view principal, const std::string& key) {
    std::string joined(principal);
    joined += '\0';
    joined += key;
    return joined;
}

std::uint64_t RunRegistry::request_bytes(const EvalRequest& request) {
    std::uint64_t bytes = 1024;
    for (const CellSpec& cell : request.cells) bytes += cell.code.size() + cell.title.size() + sizeof(CellSpec);
    for (const auto& [name, value] : request.env) bytes += name.size() + value.size() + 2 * sizeof(std::string);
    for (const ToolSpec& tool : request.tools)
        bytes += tool.name.size() + tool.description.size() + tool.parameters_json.size() + sizeof(ToolSpec);
    return bytes;
}

void RunRegistry::add(const std::shared_ptr<Run>& run) {
    runs_[run->id()] = run;
    active_bytes_ += request_bytes(run->request());
}

Result<std::shared_ptr<Run>> RunRegistry::find_key(std::string_view principal, const std::string& key,
                                                   const std::string& body_digest) const {
    const auto found = keys_.find(key_of(principal, key));
    if (found == keys_.end()) return std::shared_ptr<Run>{};
    if (found->second.body_digest != body_digest)
        return Error{ErrorCode::unprocessable,
                     "this Idempotency-Key was used with another body; use a new key for a new request"};
    return found->second.run.lock();
}

void RunRegistry::add_key(std::string_view principal, const std::string& key, const std::string& body_digest,
                          const std::shared_ptr<Run>& run) {
    std::string joined = key_of(principal, key);
    key_of_run_[run->id()] = joined;
    keys_[std::move(joined)] = Key{body_digest, run};
}

Result<std::shared_ptr<Run>> RunRegistry::find(std::string_view principal, std::string_view id) const {
    const auto found = runs_.find(std::string(id));
    if (found == runs_.end() || found->second->principal() != principal)
        return Error{ErrorCode::not_found, "no such run; results are kept for a limited time after a run has ended"};
    return found->second;
}

void RunRegistry::finished(const std::shared_ptr<Run>& run, TimePoint now) {
    active_bytes_ -= std::min(active_bytes_, request_bytes(run->request()));
    Kept& kept = may_be_asked_for(*run) ? awaited_ : answered_;
    const std::uint64_t bytes = memory_of(*run);
    kept.runs.push_back({run, now, bytes});
    kept.bytes += bytes;
    while (kept.bytes > kept.max_bytes && kept.runs.size() > 1) drop_oldest(kept);
}

bool RunRegistry::may_be_asked_for(const Run& run) const {
    return run.request().detach || !run.has_callers() || key_of_run_.contains(run.id());
}

void RunRegistry::sweep(TimePoint now) {
    for (Kept* kept : {&awaited_, &answered_})
        while (!kept->runs.empty() && now - kept->runs.front().at >= ttl_) drop_oldest(*kept);
}

void RunRegistry::forget_key(const Run& run) {
    const auto key = key_of_run_.find(run.id());
    if (key == key_of_run_.end()) return;
    keys_.erase(key->second);
    key_of_run_.erase(key);
}

void RunRegistry::drop_oldest(Kept& kept) {
    const Ended& oldest = kept.runs.front();
    forget_key(*oldest.run);
    kept.bytes -= oldest.bytes;
    runs_.erase(oldest.run->id());
    kept.runs.pop_front();
}

}  // namespace evald
