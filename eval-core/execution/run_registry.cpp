#include "execution/run_registry.hpp"

namespace evald {
namespace {

/// What a kept run costs beside its result: the object, its request's cells, the table entries.
std::uint64_t memory_of(const Run& run) {
    std::uint64_t bytes = 1024 + (run.result_json() ? run.result_json()->size() : 0);
    for (const CellSpec& cell : run.request().cells) bytes += cell.code.size() + cell.title.size() + sizeof(CellSpec);
    return bytes;
}

}  // namespace

std::string RunRegistry::key_of(std::string_view principal, const std::string& key) {
    std::string joined(principal);
    joined += '\0';
    joined += key;
    return joined;
}

void RunRegistry::add(const std::shared_ptr<Run>& run) { runs_[run->id()] = run; }

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
    const std::uint64_t bytes = memory_of(*run);
    ended_.push_back({run, now, bytes});
    bytes_ += bytes;
    while (bytes_ > max_bytes_ && ended_.size() > 1) drop_oldest();
}

void RunRegistry::sweep(TimePoint now) {
    while (!ended_.empty() && now - ended_.front().at >= ttl_) drop_oldest();
}

void RunRegistry::drop_oldest() {
    const Ended& oldest = ended_.front();
    const std::string& id = oldest.run->id();
    if (const auto key = key_of_run_.find(id); key != key_of_run_.end()) {
        keys_.erase(key->second);
        key_of_run_.erase(key);
    }
    bytes_ -= oldest.bytes;
    runs_.erase(id);
    ended_.pop_front();
}

}  // namespace evald
