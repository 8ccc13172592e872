#include "memory_file.hpp"

#include <sys/mman.h>
#include <unistd.h>

namespace launcher {

int open_memory_file(const char* name, const void* content, std::size_t size) {
    const int file = ::memfd_create(name, 0);
    if (file < 0) return -1;
    const bool is_written = ::write(file, content, size) == static_cast<ssize_t>(size);
    return is_written && ::lseek(file, 0, SEEK_SET) == 0 ? file : -1;
}

}  // namespace launcher
