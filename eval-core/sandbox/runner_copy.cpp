#include "sandbox/runner_copy.hpp"

#include "platform/file_content.hpp"
#include "platform/random_id.hpp"
#include "platform/sha256.hpp"

#include <algorithm>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace evald {
namespace fs = std::filesystem;
namespace {

/// Relative to `source`; a file alone has the empty path. Without Python's caches: they depend on the interpreter, and
/// another user, who ran it from there, may have left them for himself alone.
std::vector<fs::path> files_of(const fs::path& source) {
    if (!fs::is_directory(source)) return {fs::path()};
    std::vector<fs::path> files;
    for (auto entry = fs::recursive_directory_iterator(source); entry != fs::recursive_directory_iterator(); ++entry) {
        if (entry->path().filename() == "__pycache__")
            entry.disable_recursion_pending();
        else if (entry->is_regular_file())
            files.push_back(entry->path().lexically_relative(source));
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::string hash_of(const fs::path& source, const std::vector<fs::path>& files) {
    std::string names_and_hashes;
    for (const fs::path& file : files)
        names_and_hashes += file.string() + '\0' + sha256_hex(file_content(file.empty() ? source : source / file));
    return sha256_hex(names_and_hashes).substr(0, 20);
}

void copy_files(const fs::path& source, const std::vector<fs::path>& files, const fs::path& target) {
    for (const fs::path& file : files) {
        const fs::path from = file.empty() ? source : source / file;
        const fs::path to = file.empty() ? target : target / file;
        fs::create_directories(to.parent_path());
        fs::copy_file(from, to, fs::copy_options::overwrite_existing);
        ::chmod(to.c_str(), (fs::status(from).permissions() & fs::perms::owner_exec) != fs::perms::none ? 0755 : 0644);
    }
    const fs::path folder = target.parent_path();
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_directory()) ::chmod(entry.path().c_str(), 0755);
}

}  // namespace

Result<std::string> copy_runner(const std::string& source, const std::string& root) {
    try {
        const fs::path from = fs::canonical(source);
        const std::vector<fs::path> files = files_of(from);
        const fs::path place = fs::path(root) / hash_of(from, files);
        const fs::path wanted = place / from.filename();
        if (fs::exists(wanted)) return wanted.string();
        fs::create_directories(root);
        ::chmod(root.c_str(), 0755);
        const fs::path aside = fs::path(root) / (".new-" + random_id(12));
        fs::create_directories(aside);
        ::chmod(aside.c_str(), 0755);
        copy_files(from, files, aside / from.filename());
        std::error_code is_there;
        fs::rename(aside, place, is_there);
        if (is_there) fs::remove_all(aside);  // another server has been quicker
        return wanted.string();
    } catch (const fs::filesystem_error& fault) {
        return Error{ErrorCode::unavailable, std::string("The runner could not be copied: ") + fault.what()};
    }
}

}  // namespace evald
