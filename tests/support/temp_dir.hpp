#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace evald::test {

/// A fresh folder that is deleted with all it holds.
class TempDir {
public:
    TempDir() {
        std::string name = (std::filesystem::temp_directory_path() / "evald-test-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
        path_ = name;
    }
    ~TempDir() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TempDir(const TempDir&) = delete;
    TempDir& operator=(const TempDir&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::string operator/(std::string_view name) const { return (path_ / name).string(); }

    /// Makes folders on the way; returns the file's path.
    std::string write(std::string_view name, std::string_view content, bool is_executable = false) const {
        const std::filesystem::path file = path_ / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << content;
        if (is_executable) std::filesystem::permissions(file, std::filesystem::perms::owner_all);
        return file.string();
    }

private:
    std::filesystem::path path_;
};

}  // namespace evald::test
