// Any text as a path in a workspace: what is taken leads down, part by part, and comes apart as it was put together.
#include "workspace/workspace_path.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto path = evald::WorkspacePath::parse(text);
    if (!path) return 0;
    const std::string all = "/" + path->text() + "/";
    for (const std::string_view bad : {"/../", "/./"})
        if (all.find(bad) != std::string::npos) std::abort();
    if (!path->is_root() && all.find("//") != std::string::npos) std::abort();
    if (path->text().find('\0') != std::string::npos || path->text().starts_with('/')) std::abort();
    const std::string whole = path->parent().empty() ? path->name() : path->parent() + "/" + path->name();
    if (whole != path->text()) std::abort();
    if (path->name().size() > 255 || path->text().size() > text.size()) std::abort();
    if (!evald::WorkspacePath::parse(path->text())) std::abort();
    return 0;
}
