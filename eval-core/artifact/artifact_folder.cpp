#include "artifact/artifact_folder.hpp"

#include "artifact/artifact_metadata.hpp"
#include "platform/file_content.hpp"
#include "platform/random_id.hpp"
#include "platform/sha256.hpp"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace evald {
namespace fs = std::filesystem;
namespace {

constexpr mode_t k_file_mode = 0600;
constexpr mode_t k_folder_mode = 0700;

std::error_code make_folder(const std::string& path) {
    if (::mkdir(path.c_str(), k_folder_mode) == 0 || errno == EEXIST) return {};
    return {errno, std::generic_category()};
}

/// Where the folder belongs to the group of the session's user, its kernels may read the file.
void share_with_session(const std::string& folder, const std::string& file) {
    struct stat status {};
    if (::stat(folder.c_str(), &status) != 0 || status.st_gid == ::getegid()) return;
    if (::chown(file.c_str(), static_cast<uid_t>(-1), status.st_gid) == 0) ::chmod(file.c_str(), 0640);
}

/// The names in a folder; none if it can't be read.
std::vector<std::string> names_in(const std::string& folder) {
    std::vector<std::string> names;
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
        names.push_back(entry->path().filename().string());
    }
    return names;
}

void remove_content(const std::string& folder) {
    std::error_code ignored;
    for (const std::string& name : names_in(folder)) fs::remove_all(fs::path(folder) / name, ignored);
}

std::optional<Artifact> read_metadata(const std::string& path) {
    return artifact_from_json(file_content(path));
}

bool is_file_of(const std::string& path, std::uint64_t bytes) {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
           static_cast<std::uint64_t>(status.st_size) == bytes;
}

}  // namespace

Result<std::vector<Artifact>> ArtifactFolder::load() const {
    std::error_code failed;
    fs::create_directories(fs::path(root_).parent_path(), failed);
    for (const char* folder : {"", "/sessions", "/metadata", "/incoming", "/removed"}) {
        failed = make_folder(root_ + folder);
        if (failed) return Error{ErrorCode::internal, root_ + folder + ": " + failed.message()};
    }
    remove_content(root_ + "/incoming");
    remove_content(root_ + "/removed");

    std::vector<Artifact> artifacts;
    for (const std::string& name : names_in(root_ + "/metadata")) {
        const std::string metadata = root_ + "/metadata/" + name;
        const std::optional<Artifact> artifact = read_metadata(metadata);
        if (artifact && artifact->id == name && is_file_of(path(*artifact), artifact->bytes)) {
            artifacts.push_back(*artifact);
        } else {
            ::unlink(metadata.c_str());
        }
    }
    remove_unknown_files(artifacts);
    return artifacts;
}

void ArtifactFolder::remove_unknown_files(const std::vector<Artifact>& known) const {
    std::set<std::string> paths;
    for (const Artifact& artifact : known) paths.insert(path(artifact));
    std::error_code ignored;
    for (const std::string& session : names_in(root_ + "/sessions")) {
        const std::string folder = root_ + "/sessions/" + session;
        for (const std::string& name : names_in(folder)) {
            const std::string file = folder + "/" + name;
            if (!paths.contains(file)) fs::remove_all(file, ignored);
        }
        ::rmdir(folder.c_str());  // if it is empty now
    }
}

std::string ArtifactFolder::session_folder(const std::string& principal, const std::string& session) const {
    // The length tells where the principal ends: no two pairs make the same text.
    const std::string owner = std::to_string(principal.size()) + ":" + principal + session;
    return root_ + "/sessions/" + sha256_hex(owner).substr(0, 40);
}

std::string ArtifactFolder::path(const Artifact& artifact) const {
    return session_folder(artifact.principal, artifact.session) + "/" + artifact.id;
}

std::error_code ArtifactFolder::begin(AtomicFile& file, const std::string& id) const {
    return file.create(root_ + "/incoming/" + id, k_file_mode);
}

std::error_code ArtifactFolder::finish(AtomicFile& file, const Artifact& artifact) const {
    const std::string folder = session_folder(artifact.principal, artifact.session);
    std::error_code failed = make_folder(folder);
    if (failed) return failed;
    failed = file.commit(path(artifact));
    if (failed) return failed;
    share_with_session(folder, path(artifact));
    // Made in incoming/ too, so that what a dying process leaves is found there.
    AtomicFile metadata;
    failed = metadata.create(root_ + "/incoming/" + artifact.id + ".metadata", k_file_mode);
    if (!failed) failed = metadata.write(artifact_to_json(artifact));
    if (!failed) failed = metadata.commit(root_ + "/metadata/" + artifact.id);
    if (failed) ::unlink(path(artifact).c_str());
    return failed;
}

void ArtifactFolder::remove(const Artifact& artifact) const {
    ::unlink((root_ + "/metadata/" + artifact.id).c_str());
    ::unlink(path(artifact).c_str());
}

std::string ArtifactFolder::set_aside(const std::string& principal, const std::string& session) const {
    std::string aside = root_ + "/removed/" + random_id();
    ::rename(session_folder(principal, session).c_str(), aside.c_str());
    return aside;
}

void ArtifactFolder::remove_session(const std::string& aside, const std::vector<Artifact>& artifacts) const {
    for (const Artifact& artifact : artifacts) ::unlink((root_ + "/metadata/" + artifact.id).c_str());
    std::error_code ignored;
    fs::remove_all(aside, ignored);
}

}  // namespace evald
