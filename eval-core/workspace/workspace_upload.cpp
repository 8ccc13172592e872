#include "workspace/workspace_upload.hpp"

#include "platform/acting_as_user.hpp"
#include "workspace/workspace_errors.hpp"
#include "workspace/workspace_passage.hpp"
#include "workspace/workspace_tree.hpp"

#include <utility>

namespace evald {
namespace {

constexpr mode_t k_file_mode = 0644;

std::error_code write_piece(AtomicFile& file, const WorkspaceUpload::Target& target, const std::string& bytes) {
    const uid_t owner = owner_of_workspace(target.workspace);
    std::error_code failed;
    if (!file.is_created()) failed = make_passage(target.passage, owner);
    const ActingAsUser rights(owner);
    if (!failed && !file.is_created()) failed = file.create(passage_content(target.passage), k_file_mode);
    if (!failed) failed = file.write(bytes);
    return failed;
}

}  // namespace

WorkspaceUpload::WorkspaceUpload(Target target, WorkspaceQuota& quota, WorkerPool& pool)
    : target_(std::move(target)), quota_(quota), pool_(pool), file_(std::make_shared<AtomicFile>()) {}

WorkspaceUpload::~WorkspaceUpload() {
    quota_.end(target_.workspace, reserved_, target_.replaced, target_.is_new, is_kept_);
    // Freeing the blocks of a large file takes time.
    if (!is_kept_) pool_.post([file = std::move(file_), passage = target_.passage] {
            file->discard();
            remove_passage(passage);
        });
}

Result<void> WorkspaceUpload::reserve(std::uint64_t bytes) {
    const Result<void> room = quota_.reserve(target_.workspace, bytes, target_.replaced);
    if (room) reserved_ += bytes;
    return room;
}

Result<void> WorkspaceUpload::reserve_all(std::uint64_t bytes) { return reserve(bytes); }

boost::asio::awaitable<Result<void>> WorkspaceUpload::write(std::string bytes) {
    written_ += bytes.size();
    if (written_ > reserved_) {
        const Result<void> room = reserve(written_ - reserved_);
        if (!room) co_return room.error();
    }
    auto job = [file = file_, target = target_, bytes = std::move(bytes)] { return write_piece(*file, target, bytes); };
    const std::error_code failed = co_await pool_.run(std::move(job));
    if (failed) co_return workspace_error_of_change(failed.value());
    co_return Result<void>();
}

boost::asio::awaitable<Result<WorkspaceEntry>> WorkspaceUpload::commit() {
    auto job = [file = file_, target = target_]() -> Result<WorkspaceEntry> {
        if (const std::error_code failed = write_piece(*file, target, {}))
            return workspace_error_of_change(failed.value());
        const std::string content = passage_content(target.passage);
        Result<WorkspaceEntry> entry = move_in(content, target.workspace, target.path, target.only_new);
        if (entry) remove_passage(target.passage);
        return entry;
    };
    Result<WorkspaceEntry> entry = co_await pool_.run(std::move(job));
    is_kept_ = entry.has_value();
    co_return entry;
}

}  // namespace evald
