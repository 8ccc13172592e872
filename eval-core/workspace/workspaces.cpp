#include "workspace/workspaces.hpp"

#include "platform/random_id.hpp"
#include "platform/remove_tree.hpp"
#include "workspace/workspace_passage.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace evald {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_name_length = 26;

Error cannot(const std::string& what, const std::string& path, const std::string& why) {
    return Error{ErrorCode::internal, "cannot " + what + " " + path + ": " + why +
                                          "; set \"data\" (or --data) to a folder that the service may write"};
}

Result<void> make_folder(const std::string& path) {
    if (::mkdir(path.c_str(), S_IRWXU) == 0 || errno == EEXIST) return {};
    return cannot("make the folder", path, std::strerror(errno));
}

}  // namespace

bool is_workspace_name(const std::string& name) {
    return name.size() == k_name_length &&
           std::ranges::all_of(name, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '2' && c <= '7'); });
}

Workspaces::Workspaces(boost::asio::any_io_executor loop, std::string data_folder, WorkspaceFilesOptions options,
                       WorkspaceCare care)
    : data_(std::move(data_folder)),
      care_(std::move(care)),
      deleter_(loop, 1),
      files_(loop, options, {}, {}, [this](std::string folder) {
          deleter_.post([folder = std::move(folder)] { remove_passage(folder); });
      }) {}

Result<void> Workspaces::prepare() {
    std::error_code error;
    fs::create_directories(data_, error);
    if (error) return cannot("make the folder", data_, error.message());
    data_ = fs::canonical(data_, error).string();
    root_ = data_ + "/workspaces";
    links_ = data_ + "/artifact-links";
    uploads_ = data_ + "/uploads";
    removed_ = data_ + "/removed";
    trash_ = data_ + "/trash";
    files_.set_folders(uploads_, removed_);
    for (const std::string& folder : {root_, links_, uploads_, removed_, trash_})
        if (const Result<void> made = make_folder(folder); !made) return made;
    empty_passages();
    for (const auto& entry : fs::directory_iterator(trash_, error)) remove_later(entry.path().string());
    return {};
}

void Workspaces::empty_passages() {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(links_, error)) fs::remove(entry.path(), error);
    for (const std::string& folder : {uploads_, removed_})
        for (const auto& entry : fs::directory_iterator(folder, error))
            deleter_.post([path = entry.path().string()] {
                remove_passage(path);
                remove_tree(path);  // what is no passage, or not wholly one
            });
}

void Workspaces::keep_only(const std::unordered_set<std::string>& names) {
    std::error_code error;
    std::vector<std::string> others;
    for (const auto& entry : fs::directory_iterator(root_, error))
        if (const std::string name = entry.path().filename().string(); !names.contains(name)) others.push_back(name);
    for (const std::string& name : others) discard(name);
}

Result<std::string> Workspaces::make() {
    std::string name = random_id(k_name_length);
    if (::mkdir(path(name).c_str(), S_IRWXU) != 0)
        return Error{ErrorCode::unavailable, std::string("no workspace can be made: ") + std::strerror(errno)};
    const Result<void> owned = care_.own(path(name));
    if (owned) return name;
    ::rmdir(path(name).c_str());
    return owned.error();
}

bool Workspaces::exists(const std::string& name) const {
    struct stat status {};
    return is_workspace_name(name) && ::lstat(path(name).c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

std::string Workspaces::make_artifacts_place(const std::string& name) const {
    std::string place = artifacts_link(name);
    // Without it (a full disk) the session's cells find no artifacts, and nothing else is amiss.
    if (::mkdir(place.c_str(), S_IRWXU) != 0) return place;
    return place;
}

bool Workspaces::link_artifacts(const std::string& name, const std::string& artifacts_dir) const {
    const std::string link = artifacts_link(name);
    // The folder itself moves, for a kernel that has it mounted; one that knows it by name follows the link.
    if (::rename(link.c_str(), artifacts_dir.c_str()) != 0 && errno != ENOENT) return false;
    return ::symlink(artifacts_dir.c_str(), link.c_str()) == 0;
}

void Workspaces::discard(const std::string& name) {
    const std::string link = artifacts_link(name);
    if (::unlink(link.c_str()) != 0) ::rmdir(link.c_str());
    std::string aside = trash_ + "/" + random_id();
    const bool is_aside = ::rename(path(name).c_str(), aside.c_str()) == 0;
    remove_later(is_aside ? std::move(aside) : path(name));
}

void Workspaces::remove_later(std::string workspace) {
    deleter_.post([remove = care_.remove, workspace = std::move(workspace)] { remove(workspace); });
}

}  // namespace evald
