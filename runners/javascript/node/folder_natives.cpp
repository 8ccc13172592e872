#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "engine/guarded.hpp"
#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "node/bytes.hpp"
#include "node/node_natives.hpp"
#include "protocol/text_encoding.hpp"

namespace evald::js {

namespace {

mode_t mode_at(duk_context* ctx, duk_idx_t index, long long otherwise) {
    return static_cast<mode_t>(integer_at(ctx, index, otherwise));
}

/// Names of a folder in order, each with the type that the file system told (DT_*).
std::vector<std::pair<std::string, int>> entries_of(const std::string& path) {
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(path.c_str()), &::closedir);
    if (!folder) {
        throw NativeError::system_error(errno, "scandir", path);
    }
    std::vector<std::pair<std::string, int>> entries;
    while (const dirent* entry = ::readdir(folder.get())) {
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..") {
            entries.emplace_back(name, entry->d_type);
        }
    }
    std::sort(entries.begin(), entries.end());
    return entries;
}

/// readFolder(path): [name, type, name, type, …]
duk_ret_t read_folder(Runtime& /*runtime*/, duk_context* ctx) {
    const auto entries = entries_of(path_at(ctx, 0));
    guarded(ctx, 0, 1, [&entries](duk_context* inner) {
        duk_push_array(inner);
        duk_uarridx_t position = 0;
        for (const auto& [name, type] : entries) {
            duk_push_lstring(inner, name.data(), name.size());
            duk_put_prop_index(inner, -2, position++);
            duk_push_int(inner, type);
            duk_put_prop_index(inner, -2, position++);
        }
    });
    return 1;
}

/// One-path calls: change(name, path, number, number)
duk_ret_t change(Runtime& /*runtime*/, duk_context* ctx) {
    const std::string call(string_at(ctx, 0));
    const std::string path = path_at(ctx, 1);
    const char* file = path.c_str();
    int result = 0;
    if (call == "mkdir") {
        result = ::mkdir(file, mode_at(ctx, 2, 0777));
    } else if (call == "rmdir") {
        result = ::rmdir(file);
    } else if (call == "unlink") {
        result = ::unlink(file);
    } else if (call == "chmod") {
        result = ::chmod(file, mode_at(ctx, 2, 0666));
    } else if (call == "chown") {
        result = ::chown(file, static_cast<uid_t>(integer_at(ctx, 2, 0)), static_cast<gid_t>(integer_at(ctx, 3, 0)));
    } else if (call == "access") {
        result = ::access(file, static_cast<int>(integer_at(ctx, 2, 0)));
    } else if (call == "utime") {
        std::array<timespec, 2> times{};
        for (duk_idx_t i = 0; i < 2; ++i) {
            const double seconds = duk_get_number(ctx, 2 + i);
            const double whole = std::floor(seconds);
            times[static_cast<std::size_t>(i)] = {static_cast<time_t>(whole),
                                                  static_cast<long>((seconds - whole) * 1e9)};
        }
        result = ::utimensat(AT_FDCWD, file, times.data(), 0);
    } else {
        throw NativeError::type_error("unknown call");
    }
    if (result != 0) {
        throw NativeError::system_error(errno, call, path);
    }
    return 0;
}

/// Two-path calls: changeTwo(name, from, to)
duk_ret_t change_two(Runtime& /*runtime*/, duk_context* ctx) {
    const std::string call(string_at(ctx, 0));
    const std::string from = path_at(ctx, 1);
    const std::string to = path_at(ctx, 2);
    const int result = call == "rename"    ? ::rename(from.c_str(), to.c_str())
                       : call == "symlink" ? ::symlink(from.c_str(), to.c_str())
                                           : ::link(from.c_str(), to.c_str());
    if (result != 0) {
        throw NativeError::system_error(errno, call, from);
    }
    return 0;
}

duk_ret_t read_link(Runtime& /*runtime*/, duk_context* ctx) {
    const std::string path = path_at(ctx, 0);
    std::string target(PATH_MAX, '\0');
    const ssize_t length = ::readlink(path.c_str(), target.data(), target.size());
    if (length < 0) {
        throw NativeError::system_error(errno, "readlink", path);
    }
    target.resize(static_cast<std::size_t>(length));
    push_text(ctx, to_script_text(target));
    return 1;
}

duk_ret_t strict_real_path(Runtime& /*runtime*/, duk_context* ctx) {
    const std::string path = path_at(ctx, 0);
    std::string buffer(PATH_MAX, '\0');
    if (::realpath(path.c_str(), buffer.data()) == nullptr) {
        throw NativeError::system_error(errno, "realpath", path);
    }
    push_text(ctx, to_script_text(buffer.c_str()));
    return 1;
}

duk_ret_t make_temporary_folder(Runtime& /*runtime*/, duk_context* ctx) {
    std::string path = path_at(ctx, 0) + "XXXXXX";
    if (::mkdtemp(path.data()) == nullptr) {
        throw NativeError::system_error(errno, "mkdtemp", path);
    }
    push_text(ctx, to_script_text(path));
    return 1;
}

}  // namespace

void define_folder_natives(duk_context* ctx) {
    put_native(ctx, "readFolder", native<read_folder>, 1);
    put_native(ctx, "change", native<change>, 4);
    put_native(ctx, "changeTwo", native<change_two>, 3);
    put_native(ctx, "readLink", native<read_link>, 1);
    put_native(ctx, "strictRealPath", native<strict_real_path>, 1);
    put_native(ctx, "makeTemporaryFolder", native<make_temporary_folder>, 1);
}

}  // namespace evald::js
