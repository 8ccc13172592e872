#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>

#include "engine/guarded.hpp"
#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "node/bytes.hpp"
#include "node/node_natives.hpp"
#include "protocol/text_encoding.hpp"

namespace evald::js {

namespace {

int descriptor_at(duk_context* ctx, duk_idx_t index) { return static_cast<int>(integer_at(ctx, index, -1)); }

template <class Call>
auto retried(Call&& call) {
    auto result = call();
    while (result < 0 && errno == EINTR) {
        result = call();
    }
    return result;
}

/// openFile(path, flags, mode)
duk_ret_t open_file(Runtime& /*runtime*/, duk_context* ctx) {
    const std::string path = path_at(ctx, 0);
    const int flags = static_cast<int>(integer_at(ctx, 1, 0)) | O_CLOEXEC;
    const auto mode = static_cast<mode_t>(integer_at(ctx, 2, 0666));
    const int descriptor = retried([&] { return ::open(path.c_str(), flags, mode); });
    if (descriptor < 0) {
        throw NativeError::system_error(errno, "open", path);
    }
    duk_push_int(ctx, descriptor);
    return 1;
}

duk_ret_t close_file(Runtime& /*runtime*/, duk_context* ctx) {
    if (::close(descriptor_at(ctx, 0)) != 0) {
        throw NativeError::system_error(errno, "close", "");
    }
    return 0;
}

/// How much a regular file has yet to give, by what its status says; 0 for anything else.
std::size_t expected_bytes(int descriptor) {
    struct stat status {};
    const off_t at = ::lseek(descriptor, 0, SEEK_CUR);
    if (at < 0 || ::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size <= at) {
        return 0;
    }
    return static_cast<std::size_t>(status.st_size - at);
}

/// Reads until the room is full or the file is at its end; answers how much came.
std::size_t read_into(int descriptor, std::span<std::uint8_t> room) {
    std::size_t size = 0;
    while (size < room.size()) {
        const ssize_t count = retried([&] { return ::read(descriptor, room.data() + size, room.size() - size); });
        if (count < 0) {
            throw NativeError::system_error(errno, "read", "");
        }
        if (count == 0) {
            break;
        }
        size += static_cast<std::size_t>(count);
    }
    return size;
}

/// readFile(fd): all that is left, as a Uint8Array. A file of the size that it says is read to where it stays.
duk_ret_t read_all(Runtime& /*runtime*/, duk_context* ctx) {
    const int descriptor = descriptor_at(ctx, 0);
    const std::span<std::uint8_t> room = push_room(ctx, expected_bytes(descriptor));
    const std::size_t size = read_into(descriptor, room);
    std::string more;
    std::array<std::uint8_t, 65536> chunk{};
    for (std::size_t count = chunk.size(); size == room.size() && count == chunk.size();) {
        count = read_into(descriptor, chunk);
        more.append(reinterpret_cast<const char*>(chunk.data()), count);
    }
    if (size == room.size() && more.empty()) {
        push_view(ctx, room.size());
    } else {
        push_bytes(ctx, std::string(reinterpret_cast<const char*>(room.data()), size) + more);
    }
    return 1;
}

/// readBytes(fd, buffer, offset, length, position or null): how many
duk_ret_t read_bytes(Runtime& /*runtime*/, duk_context* ctx) {
    const auto bytes = bytes_at(ctx, 1);
    const auto offset = static_cast<std::size_t>(std::max<long long>(integer_at(ctx, 2, 0), 0));
    const auto wanted = static_cast<std::size_t>(std::max<long long>(integer_at(ctx, 3, 0), 0));
    if (offset > bytes.size() || wanted > bytes.size() - offset) {
        throw NativeError::range_error("The read is out of the buffer's bounds");
    }
    const long long position = integer_at(ctx, 4, -1);
    const int descriptor = descriptor_at(ctx, 0);
    const ssize_t count = retried([&] {
        return position < 0 ? ::read(descriptor, bytes.data() + offset, wanted)
                            : ::pread(descriptor, bytes.data() + offset, wanted, position);
    });
    if (count < 0) {
        throw NativeError::system_error(errno, "read", "");
    }
    duk_push_number(ctx, static_cast<double>(count));
    return 1;
}

/// writeBytes(fd, buffer, offset, length, position or null): all of it
duk_ret_t write_bytes(Runtime& /*runtime*/, duk_context* ctx) {
    const auto bytes = bytes_at(ctx, 1);
    const auto offset = std::min(bytes.size(), static_cast<std::size_t>(std::max<long long>(integer_at(ctx, 2, 0), 0)));
    const auto wanted =
        std::min(bytes.size() - offset, static_cast<std::size_t>(std::max<long long>(integer_at(ctx, 3, 0), 0)));
    const long long position = integer_at(ctx, 4, -1);
    const int descriptor = descriptor_at(ctx, 0);
    std::size_t done = 0;
    while (done < wanted) {
        const std::uint8_t* from = bytes.data() + offset + done;
        const ssize_t count = retried([&] {
            return position < 0 ? ::write(descriptor, from, wanted - done)
                                : ::pwrite(descriptor, from, wanted - done, position + static_cast<off_t>(done));
        });
        if (count < 0) {
            throw NativeError::system_error(errno, "write", "");
        }
        done += static_cast<std::size_t>(count);
    }
    duk_push_number(ctx, static_cast<double>(done));
    return 1;
}

void push_status(duk_context* ctx, const struct stat& status) {
    const auto milliseconds = [](const timespec& time) {
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
    };
    const std::array<std::pair<const char*, double>, 14> fields = {{
        {"dev", static_cast<double>(status.st_dev)},
        {"mode", static_cast<double>(status.st_mode)},
        {"nlink", static_cast<double>(status.st_nlink)},
        {"uid", static_cast<double>(status.st_uid)},
        {"gid", static_cast<double>(status.st_gid)},
        {"rdev", static_cast<double>(status.st_rdev)},
        {"blksize", static_cast<double>(status.st_blksize)},
        {"ino", static_cast<double>(status.st_ino)},
        {"size", static_cast<double>(status.st_size)},
        {"blocks", static_cast<double>(status.st_blocks)},
        {"atimeMs", milliseconds(status.st_atim)},
        {"mtimeMs", milliseconds(status.st_mtim)},
        {"ctimeMs", milliseconds(status.st_ctim)},
        {"birthtimeMs", milliseconds(status.st_ctim)},
    }};
    guarded(ctx, 0, 1, [&fields](duk_context* inner) {
        duk_push_object(inner);
        for (const auto& [name, value] : fields) {
            duk_push_number(inner, value);
            duk_put_prop_string(inner, -2, name);
        }
    });
}

/// fileStatus(path or fd, isLink)
duk_ret_t file_status(Runtime& /*runtime*/, duk_context* ctx) {
    struct stat status {};
    if (duk_is_number(ctx, 0) != 0) {
        if (::fstat(descriptor_at(ctx, 0), &status) != 0) {
            throw NativeError::system_error(errno, "fstat", "");
        }
    } else {
        const std::string path = path_at(ctx, 0);
        const bool is_link = duk_to_boolean(ctx, 1) != 0;
        if ((is_link ? ::lstat(path.c_str(), &status) : ::stat(path.c_str(), &status)) != 0) {
            throw NativeError::system_error(errno, is_link ? "lstat" : "stat", path);
        }
    }
    push_status(ctx, status);
    return 1;
}

/// truncateFile(fd, length), syncFile(fd)
duk_ret_t truncate_file(Runtime& /*runtime*/, duk_context* ctx) {
    if (::ftruncate(descriptor_at(ctx, 0), integer_at(ctx, 1, 0)) != 0) {
        throw NativeError::system_error(errno, "ftruncate", "");
    }
    return 0;
}

duk_ret_t sync_file(Runtime& /*runtime*/, duk_context* ctx) {
    if (::fsync(descriptor_at(ctx, 0)) != 0) {
        throw NativeError::system_error(errno, "fsync", "");
    }
    return 0;
}

}  // namespace

void define_file_natives(duk_context* ctx) {
    put_native(ctx, "openFile", native<open_file>, 3);
    put_native(ctx, "closeFile", native<close_file>, 1);
    put_native(ctx, "readAll", native<read_all>, 1);
    put_native(ctx, "readBytes", native<read_bytes>, 5);
    put_native(ctx, "writeBytes", native<write_bytes>, 5);
    put_native(ctx, "fileStatus", native<file_status>, 2);
    put_native(ctx, "truncateFile", native<truncate_file>, 2);
    put_native(ctx, "syncFile", native<sync_file>, 1);
}

}  // namespace evald::js
