#include "sandbox/data_folder.hpp"

#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace evald {
namespace fs = std::filesystem;
namespace {

constexpr mode_t k_pass = 0711;

bool lets_pass(const fs::path& folder) {
    struct stat status {};
    return ::stat(folder.c_str(), &status) == 0 && (status.st_mode & S_IXOTH) != 0;
}

}  // namespace

Result<void> open_data_folder_to_users(const std::string& data) {
    std::error_code error;
    fs::create_directories(data, error);
    if (error) return Error{ErrorCode::unavailable, "cannot make the folder " + data + ": " + error.message()};
    if (!lets_pass(data)) ::chmod(data.c_str(), k_pass);  // ours; those above it are not
    for (const char* const inner : {"/workspaces", "/artifact-links", "/uploads", "/removed", "/trash", "/artifacts",
                                    "/artifacts/sessions"}) {
        const std::string folder = data + inner;
        ::mkdir(folder.c_str(), k_pass);
        ::chmod(folder.c_str(), k_pass);
    }
    for (fs::path folder = fs::canonical(data, error); !error && folder.has_relative_path();
         folder = folder.parent_path()) {
        if (lets_pass(folder)) continue;
        return Error{ErrorCode::unavailable,
                     "sessions run as users of their own, who cannot pass through " + folder.string() +
                         ": allow it (chmod o+x), set \"data\" (or --data) to another folder, run the server as an "
                         "ordinary user, or set sandbox.mode to none"};
    }
    return {};
}

bool give_folder(const std::string& folder, uid_t user) {
    std::error_code failed;
    fs::recursive_directory_iterator entry(folder, failed);
    for (const fs::recursive_directory_iterator end; !failed && entry != end; entry.increment(failed))
        if (::lchown(entry->path().c_str(), user, user) != 0) return false;
    // Last, so that a folder whose owner is a session's user is that user's altogether.
    return ::lchown(folder.c_str(), user, user) == 0;
}

void let_group_read(const std::string& folder, gid_t group) {
    struct stat status {};
    if (::lstat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) || status.st_gid == group) return;
    if (::chown(folder.c_str(), static_cast<uid_t>(-1), group) != 0) return;
    ::chmod(folder.c_str(), 0750);
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
        if (::lchown(entry->path().c_str(), static_cast<uid_t>(-1), group) == 0) ::chmod(entry->path().c_str(), 0640);
    }
}

}  // namespace evald
