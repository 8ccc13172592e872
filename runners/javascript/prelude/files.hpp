#pragma once

#include <string>
#include <string_view>

namespace evald::js {

/// Paths as helpers take them: relative to the working directory, absolute, or from `~`. `scheme://` is refused (throws
/// NativeError), but for `artifact://ID`, which only reading allows.
std::string resolve_path(const std::string& path);
std::string resolve_readable_path(const std::string& path);

/// The file of an artifact of this session. Throws NativeError if the id is none or there is no folder of artifacts.
std::string artifact_path(const std::string& id);

/// Whole files. Throw NativeError as Node's fs does.
std::string read_file(const std::string& path);
enum class WriteMode { replace, append };
/// Makes missing folders on the way.
void write_file(const std::string& path, std::string_view content, WriteMode mode);

struct TreeOptions {
    int max_depth = 3;
    bool show_hidden = false;
};
struct TreeText {
    std::string text;
    std::size_t entries = 0;
};
TreeText tree_text(const std::string& path, const TreeOptions& options);

}  // namespace evald::js
