#pragma once

#include <cstddef>

namespace launcher {

/// A file in memory with this content, to be read from its start by the program that this process becomes: no O_CLOEXEC.
/// -1, with errno, if there can be none.
int open_memory_file(const char* name, const void* content, std::size_t size);

}  // namespace launcher
