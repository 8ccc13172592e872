#include "workspace/workspace_files.hpp"

#include "platform/random_id.hpp"
#include "workspace/workspace_errors.hpp"
#include "workspace/workspace_passage.hpp"
#include "workspace/workspace_tree.hpp"

#include <cerrno>
#include <chrono>
#include <utility>

namespace evald {
namespace asio = boost::asio;
namespace {

constexpr std::size_t k_workers = 2;

/// A folder's list is made where it was opened, on the worker.
struct Found {
    OpenedEntry opened;
    WorkspaceFolder folder;
};

Result<Found> find(const std::string& workspace, const WorkspacePath& path, std::size_t list_entries) {
    Result<OpenedEntry> opened = open_entry(workspace, path);
    if (!opened) return opened.error();
    Found found;
    found.opened = std::move(*opened);
    if (found.opened.entry.kind == WorkspaceEntry::Kind::file) return found;
    Result<WorkspaceFolder> folder = list_folder(workspace, path, std::move(found.opened.fd), list_entries);
    if (!folder) return folder.error();
    found.folder = std::move(*folder);
    return found;
}

Result<void> move_aside(const std::string& workspace, const WorkspacePath& path, const std::string& aside) {
    if (const std::error_code failed = make_passage(aside, owner_of_workspace(workspace)))
        return workspace_error(failed.value());
    const Result<void> moved = move_out(workspace, path, passage_content(aside));
    if (!moved) remove_passage(aside);
    return moved;
}

}  // namespace

WorkspaceFiles::WorkspaceFiles(asio::any_io_executor loop, WorkspaceFilesOptions options, std::string uploads_folder,
                               std::string trash_folder, std::function<void(std::string)> discard)
    : options_(options),
      uploads_(std::move(uploads_folder)),
      trash_(std::move(trash_folder)),
      discard_(std::move(discard)),
      quota_(options.limits),
      pool_(std::move(loop), k_workers) {}

void WorkspaceFiles::set_folders(std::string uploads, std::string trash) {
    uploads_ = std::move(uploads);
    trash_ = std::move(trash);
}

asio::awaitable<Result<WorkspaceItem>> WorkspaceFiles::open(std::string workspace, WorkspacePath path) {
    auto job = [workspace = std::move(workspace), path = std::move(path), limit = options_.list_entries] {
        return find(workspace, path, limit);
    };
    Result<Found> found = co_await pool_.run(std::move(job));
    if (!found) co_return found.error();
    WorkspaceItem item;
    item.entry = std::move(found->opened.entry);
    item.folder = std::move(found->folder);
    if (found->opened.fd) item.file = std::make_unique<FileReader>(std::move(found->opened.fd), pool_);
    co_return item;
}

asio::awaitable<void> WorkspaceFiles::measure(std::string workspace) {
    if (quota_.is_known(workspace, std::chrono::steady_clock::now())) co_return;
    auto job = [workspace, enough = options_.limits.max_files] { return measure_workspace(workspace, enough); };
    const WorkspaceUsage usage = co_await pool_.run(std::move(job));
    quota_.measured(workspace, usage, std::chrono::steady_clock::now());
}

asio::awaitable<Result<std::unique_ptr<WorkspaceUpload>>> WorkspaceFiles::begin_upload(
    std::string workspace, WorkspacePath path, std::optional<std::uint64_t> size, bool only_new) {
    if (path.asks_for_folder()) co_return Error{ErrorCode::invalid_request, "A file's path does not end in a slash."};
    auto job = [workspace, path] { return look_at(workspace, path); };
    const Result<std::optional<WorkspaceEntry>> there = co_await pool_.run(std::move(job));
    if (!there) co_return there.error();
    if (*there && only_new) co_return workspace_error_of_change(EEXIST);
    if (*there && (*there)->kind == WorkspaceEntry::Kind::folder) co_return workspace_error_of_change(EISDIR);
    co_await measure(workspace);
    WorkspaceUpload::Target target;
    target.is_new = !there->has_value();
    target.replaced = *there ? (*there)->bytes : 0;
    target.only_new = only_new;
    target.passage = uploads_ + "/" + random_id();
    target.path = std::move(path);
    const Result<void> begun = quota_.begin(workspace, target.is_new);
    if (!begun) co_return begun.error();
    target.workspace = std::move(workspace);
    auto upload = std::make_unique<WorkspaceUpload>(std::move(target), quota_, pool_);
    if (size) {
        const Result<void> room = upload->reserve_all(*size);
        if (!room) co_return room.error();
    }
    co_return upload;
}

asio::awaitable<Result<void>> WorkspaceFiles::remove(std::string workspace, WorkspacePath path) {
    if (path.is_root())
        co_return Error{ErrorCode::invalid_request, "Name what to delete; the session's end deletes all."};
    std::string aside = trash_ + "/" + random_id();
    auto job = [workspace, path = std::move(path), aside] { return move_aside(workspace, path, aside); };
    const Result<void> moved = co_await pool_.run(std::move(job));
    if (moved) {
        quota_.outdated(workspace);
        discard_(std::move(aside));
    }
    co_return moved;
}

}  // namespace evald
