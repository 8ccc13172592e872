#include "kernel/interpreter_places.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace evald {
namespace fs = std::filesystem;

void add_interpreter_places(const std::string& executable, std::vector<std::string>& places) {
    std::error_code failed;
    const fs::path real = fs::canonical(executable, failed);
    for (const fs::path& file : {fs::path(executable), real}) {
        // PREFIX/bin/python3; never as wide as a folder of the top, let alone all.
        const fs::path prefix = file.parent_path().parent_path();
        const std::string text = prefix.string();
        const bool is_wide = prefix.parent_path() == prefix.root_path() || !prefix.has_relative_path();
        const bool is_known = std::find(places.begin(), places.end(), text) != places.end();
        if (!is_wide && !is_known && !text.starts_with("/usr/")) places.push_back(text);
    }
}

}  // namespace evald
