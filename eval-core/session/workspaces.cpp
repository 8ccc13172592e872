#include "session/workspaces.hpp"

#include "platform/random_id.hpp"
#include "platform/sha256.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <sys/stat.h>
#include <utility>

namespace evald {
namespace {

namespace fs = std::filesystem;

Error cannot(const std::string& what, const std::string& path, const std::string& why) {
    return Error{ErrorCode::internal, "cannot " + what + " " + path + ": " + why +
                                          "; set \"data\" (or --data) to a folder that the service may write"};
}

Result<void> make_folder(const std::string& path) {
    if (mkdir(path.c_str(), 0700) == 0 || errno == EEXIST) return {};
    return cannot("make the folder", path, std::strerror(errno));
}

}  // namespace

Workspaces::Workspaces(boost::asio::any_io_executor loop, std::string data_folder)
    : root_(data_folder + "/workspaces"), trash_(data_folder + "/trash"), deleter_(std::move(loop), 1) {}

Result<void> Workspaces::prepare() {
    std::error_code error;
    const std::string data = fs::path(root_).parent_path().string();
    fs::create_directories(data, error);
    if (error) return cannot("make the folder", data, error.message());
    root_ = fs::canonical(data, error).string() + "/workspaces";
    trash_ = fs::canonical(data, error).string() + "/trash";
    for (const std::string& folder : {root_, trash_})
        if (const Result<void> made = make_folder(folder); !made) return made;
    // Whatever an earlier process had not finished deleting.
    for (const auto& entry : fs::directory_iterator(trash_, error))
        deleter_.post([path = entry.path()] {
            std::error_code ignored;
            fs::remove_all(path, ignored);
        });
    return {};
}

Result<std::string> Workspaces::make(std::string_view principal, std::string_view id) {
    std::string key(principal);
    key += '\0';
    key += id;
    std::string path = root_ + "/" + sha256_hex(key).substr(0, 32);
    if (const Result<void> made = make_folder(path); !made) return made.error();
    return path;
}

void Workspaces::discard(const std::string& workspace) {
    const std::string aside = trash_ + "/" + random_id();
    const bool renamed = rename(workspace.c_str(), aside.c_str()) == 0;
    deleter_.post([path = renamed ? aside : workspace] {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    });
}

}  // namespace evald
