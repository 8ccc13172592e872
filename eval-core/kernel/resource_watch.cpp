#include "kernel/resource_watch.hpp"

#include "config/units.hpp"
#include "kernel/process_usage.hpp"
#include "kernel/usage_elsewhere.hpp"

#include <boost/asio/post.hpp>
#include <optional>
#include <set>
#include <utility>

namespace evald {
namespace {

constexpr std::chrono::milliseconds k_pause{500};
constexpr std::uint64_t k_rounds_to_disk = 8;

struct Excess {
    std::string_view limit;
    std::string explanation;
};

std::optional<Excess> excess_of(const ProcessUsage& usage, bool counts_threads, const Config::Sandbox& limits) {
    if (usage.bytes > limits.memory && exact_bytes(usage) > limits.memory)
        return Excess{"memory", memory_excess(limits.memory)};
    if (counts_threads && usage.threads > static_cast<std::uint64_t>(limits.processes))
        return Excess{"processes", "had more than " + std::to_string(limits.processes) +
                                       " processes and threads (sandbox.processes)"};
    return std::nullopt;
}

std::optional<Excess> excess_of(const FolderUsage& usage, const Config::Workspace& limits,
                                const std::string& place = "its workspace") {
    if (usage.bytes > limits.max_bytes)
        return Excess{
            "disk", "filled " + place + " with more than " + format_size(limits.max_bytes) + " (workspace.max_bytes)"};
    if (usage.files > static_cast<std::uint64_t>(limits.max_files))
        return Excess{"files", "had more than " + std::to_string(limits.max_files) + " files in " + place +
                                   " (workspace.max_files)"};
    if (usage.is_too_deep) return Excess{"files", "nested folders in its workspace more than 100 deep"};
    return std::nullopt;
}

/// Files there are memory that belongs to no process.
std::optional<Excess> excess_in_shared_memory(uid_t user, const Config::Sandbox& limits) {
    constexpr std::uint64_t k_most_files = 100'000;
    const FolderUsage usage = usage_in_shared_folder("/dev/shm", user, k_most_files);
    const bool is_over = usage.bytes > limits.memory;
    if (!is_over && usage.files <= k_most_files) return std::nullopt;
    empty_of_user("/dev/shm", user);
    if (is_over) return Excess{"memory", memory_excess(limits.memory)};
    return Excess{"files", "had too many files in /dev/shm"};
}

template <class Subject>
std::optional<Excess> excess_on_disk(const Subject& subject, const ProcessUsage& processes,
                                     const Config::Workspace& limits) {
    const auto max_files = static_cast<std::uint64_t>(limits.max_files);
    FolderUsage usage = usage_of_folder(subject.workspace, max_files, subject.user);
    if (auto excess = excess_of(usage, limits)) return excess;
    usage.bytes += bytes_of_deleted_files(processes, subject.user);
    if (subject.shares_folders) {
        const FolderUsage elsewhere = usage_in_shared_folder("/tmp", subject.user, max_files);
        usage.bytes += elsewhere.bytes;
        usage.files += elsewhere.files;
        usage.is_too_deep = elsewhere.is_too_deep;
    }
    std::optional<Excess> excess = excess_of(usage, limits, "its workspace, /tmp and deleted files");
    if (excess && subject.shares_folders) empty_of_user("/tmp", subject.user);
    return excess;
}

}  // namespace

std::string memory_excess(std::uint64_t limit) {
    return "used more than " + format_size(limit) + " of memory (sandbox.memory)";
}

ResourceWatch::ResourceWatch(boost::asio::any_io_executor loop, Spawner& spawner, const Config& config)
    : loop_(loop), spawner_(spawner), limits_{config.sandbox, config.workspace}, timer_(loop) {}

std::shared_ptr<void> ResourceWatch::add(ProcessKernel& kernel, std::string workspace, uid_t user,
                                         bool shares_folders) {
    const std::uint64_t id = next_id_++;
    entries_.emplace(id, Entry{&kernel, Subject{id, kernel.root_pid(), user, std::move(workspace), shares_folders}});
    schedule();
    return {nullptr, [weak = weak_from_this(), id](std::nullptr_t) {
                if (const auto self = weak.lock()) self->entries_.erase(id);
            }};
}

void ResourceWatch::schedule() {
    if (entries_.empty() || is_measuring_ || timer_.is_armed()) return;
    timer_.arm(k_pause, [this] { begin_round(); });
}

void ResourceWatch::begin_round() {
    if (entries_.empty()) return;
    is_measuring_ = true;
    std::vector<Subject> subjects;
    for (const auto& [id, entry] : entries_) subjects.push_back(entry.subject);
    const bool looks_at_disk = round_++ % k_rounds_to_disk == 0;
    spawner_.post(
        [weak = weak_from_this(), loop = loop_, subjects = std::move(subjects), limits = limits_, looks_at_disk] {
            std::vector<Verdict> verdicts = measure(subjects, limits, looks_at_disk);
            boost::asio::post(loop, [weak, verdicts = std::move(verdicts)] {
                if (const auto self = weak.lock()) self->finish_round(verdicts);
            });
        });
}

void ResourceWatch::finish_round(const std::vector<Verdict>& verdicts) {
    is_measuring_ = false;
    for (const Verdict& verdict : verdicts) {
        const auto found = entries_.find(verdict.id);
        if (found != entries_.end()) found->second.kernel->kill_for_limit(verdict.limit, verdict.explanation);
    }
    schedule();
}

std::vector<ResourceWatch::Verdict> ResourceWatch::measure(const std::vector<Subject>& subjects,
                                                           const Limits& limits, bool looks_at_disk) {
    std::vector<uid_t> users;
    for (const Subject& subject : subjects)
        if (subject.user != 0) users.push_back(subject.user);
    const std::map<uid_t, ProcessUsage> by_user = usage_of_users(users);
    std::map<std::string, std::optional<Excess>> by_workspace;
    std::vector<Verdict> verdicts;
    for (const Subject& subject : subjects) {
        // What has left the kernels' trees counts, too, and goes with them.
        const ProcessUsage usage = subject.user == 0 ? usage_below(subject.root) : by_user.at(subject.user);
        std::optional<Excess> excess = excess_of(usage, subject.user == 0, limits.sandbox);
        if (!excess && subject.shares_folders) excess = excess_in_shared_memory(subject.user, limits.sandbox);
        if (!excess && looks_at_disk) {
            const auto [place, is_new] = by_workspace.try_emplace(subject.workspace);
            if (is_new) place->second = excess_on_disk(subject, usage, limits.workspace);
            excess = place->second;
        }
        if (excess) verdicts.push_back(Verdict{subject.id, excess->limit, excess->explanation});
    }
    return verdicts;
}

}  // namespace evald
