#include "platform/file_content.hpp"

#include <fstream>
#include <ios>
#include <sstream>
#include <utility>

namespace evald {

std::string file_content(const std::string& path) {
    const std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    // By the buffer: character by character, an executable takes a good part of a start.
    if (file) text << file.rdbuf();
    return std::move(text).str();
}

}  // namespace evald
