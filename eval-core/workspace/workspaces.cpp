#include "workspace/workspaces.hpp"

#include "platform/random_id.hpp"
#include "platform/remove_tree.hpp"

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

Workspaces::Workspaces(boost::asio::any_io_executor loop, std::string data_folder, WorkspaceFilesOptions options)
    : data_(std::move(data_folder)),
      deleter_(loop, 1),
      files_(loop, options, {}, {}, [this](std::string path) { delete_later(std::move(path)); }) {}

Result<void> Workspaces::prepare() {
    std::error_code error;
    fs::create_directories(data_, error);
    if (error) return cannot("make the folder", data_, error.message());
    data_ = fs::canonical(data_, error).string();
    root_ = data_ + "/workspaces";
    links_ = data_ + "/artifact-links";
    uploads_ = data_ + "/uploads";
    trash_ = data_ + "/trash";
    files_.set_folders(uploads_, trash_);
    for (const std::string& folder : {root_, links_, uploads_, trash_})
        if (const Result<void> made = make_folder(folder); !made) return made;
    for (const std::string& folder : {links_, uploads_})
        for (const auto& entry : fs::directory_iterator(folder, error)) fs::remove(entry.path(), error);
    for (const auto& entry : fs::directory_iterator(trash_, error)) delete_later(entry.path().string());
    return {};
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
    if (::mkdir(path(name).c_str(), S_IRWXU) == 0) return name;
    return Error{ErrorCode::unavailable, std::string("no workspace can be made: ") + std::strerror(errno)};
}

bool Workspaces::exists(const std::string& name) const {
    struct stat status {};
    return is_workspace_name(name) && ::lstat(path(name).c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

void Workspaces::link_artifacts(const std::string& name, const std::string& artifacts_dir) const {
    // Without it (a full disk) the session's cells find no artifacts, and nothing else is amiss.
    if (::symlink(artifacts_dir.c_str(), artifacts_link(name).c_str()) != 0) return;
}

void Workspaces::discard(const std::string& name) {
    ::unlink(artifacts_link(name).c_str());
    const std::string aside = trash_ + "/" + random_id();
    const bool is_aside = ::rename(path(name).c_str(), aside.c_str()) == 0;
    delete_later(is_aside ? aside : path(name));
}

void Workspaces::delete_later(std::string path) {
    deleter_.post([path = std::move(path)] { remove_tree(path); });
}

}  // namespace evald
