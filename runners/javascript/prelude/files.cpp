#include "prelude/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "engine/native_function.hpp"

namespace evald::js {

namespace {

constexpr std::string_view k_artifact_scheme = "artifact://";

class OpenFile {
public:
    OpenFile(const std::string& path, int flags) : descriptor_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {
        if (descriptor_ < 0) {
            throw NativeError::system_error(errno, "open", path);
        }
    }
    ~OpenFile() { ::close(descriptor_); }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    int descriptor() const { return descriptor_; }

private:
    int descriptor_;
};

}  // namespace

std::string resolve_path(const std::string& path) {
    constexpr std::string_view k_file_scheme = "file://";
    if (path.rfind(k_file_scheme, 0) == 0) {
        return path.substr(k_file_scheme.size());
    }
    if (path.find("://") != std::string::npos) {
        throw NativeError(DUK_ERR_ERROR, "Protocol paths are not supported here: " + path);
    }
    if (path == "~" || path.rfind("~/", 0) == 0) {
        const char* home = std::getenv("HOME");
        return (home != nullptr ? home : "") + path.substr(1);
    }
    return path;
}

std::string artifact_path(const std::string& id) {
    const bool is_id = !id.empty() && id.find_first_not_of(
                                          "0123456789abcdefghijklmnopqrstuvwxyz"
                                          "ABCDEFGHIJKLMNOPQRSTUVWXYZ-_") == std::string::npos;
    const char* folder = std::getenv("EVAL_ARTIFACTS");
    if (folder == nullptr) {
        throw NativeError(DUK_ERR_ERROR, "No stored output is available in this session.");
    }
    if (!is_id) {
        throw NativeError(DUK_ERR_ERROR, "Output not found: " + id);
    }
    return std::string(folder) + "/" + id;
}

std::string resolve_readable_path(const std::string& path) {
    return path.rfind(k_artifact_scheme, 0) == 0 ? artifact_path(path.substr(k_artifact_scheme.size()))
                                                 : resolve_path(path);
}

std::string read_file(const std::string& path) {
    const OpenFile file(path, O_RDONLY);
    std::string content;
    std::array<char, 64 << 10> buffer;
    for (;;) {
        const ssize_t count = ::read(file.descriptor(), buffer.data(), buffer.size());
        if (count > 0) {
            content.append(buffer.data(), static_cast<std::size_t>(count));
        } else if (count == 0) {
            return content;
        } else if (errno != EINTR) {
            throw NativeError::system_error(errno, "read", path);
        }
    }
}

void write_file(const std::string& path, std::string_view content, WriteMode mode) {
    std::error_code ignored;  // opening the file tells what is wrong
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
    const OpenFile file(path, O_WRONLY | O_CREAT | (mode == WriteMode::append ? O_APPEND : O_TRUNC));
    while (!content.empty()) {
        const ssize_t count = ::write(file.descriptor(), content.data(), content.size());
        if (count >= 0) {
            content.remove_prefix(static_cast<std::size_t>(count));
        } else if (errno != EINTR) {
            throw NativeError::system_error(errno, "write", path);
        }
    }
}

namespace {

struct TreeEntry {
    std::string name;
    std::filesystem::path path;
    bool is_folder;
};

std::vector<TreeEntry> entries_of(const std::filesystem::path& folder, bool show_hidden) {
    std::vector<TreeEntry> entries;
    std::error_code error;
    for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        std::string name = it->path().filename().string();
        if (show_hidden || name.rfind('.', 0) != 0) {
            std::error_code unknown;
            const bool is_folder = it->is_directory(unknown) && !it->is_symlink(unknown);
            entries.push_back({std::move(name), it->path(), is_folder});
        }
    }
    std::sort(entries.begin(), entries.end(), [](const TreeEntry& a, const TreeEntry& b) {
        return a.is_folder != b.is_folder ? a.is_folder : a.name < b.name;
    });
    return entries;
}

void append_folder(TreeText& tree, const std::filesystem::path& folder, const std::string& prefix, int depth,
                   const TreeOptions& options) {
    constexpr std::size_t k_most_entries = 10000;
    const std::vector<TreeEntry> entries = entries_of(folder, options.show_hidden);
    for (std::size_t i = 0; i < entries.size() && tree.entries < k_most_entries; ++i) {
        const TreeEntry& entry = entries[i];
        const bool is_last = i + 1 == entries.size();
        tree.text += prefix + (is_last ? "└── " : "├── ") + entry.name + (entry.is_folder ? "/\n" : "\n");
        ++tree.entries;
        if (entry.is_folder && depth < options.max_depth) {
            append_folder(tree, entry.path, prefix + (is_last ? "    " : "│   "), depth + 1, options);
        }
    }
}

}  // namespace

TreeText tree_text(const std::string& path, const TreeOptions& options) {
    struct stat found {};
    if (::stat(path.c_str(), &found) != 0) {
        throw NativeError::system_error(errno, "scandir", path);
    }
    TreeText tree{path + (path.back() == '/' ? "\n" : "/\n"), 0};
    append_folder(tree, path, "", 1, options);
    tree.text.pop_back();
    return tree;
}

}  // namespace evald::js
