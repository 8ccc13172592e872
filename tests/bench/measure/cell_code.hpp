#pragma once

#include <string>

namespace bench {

/// Code that prints `lines` lines of `width` characters, the newline counted; `bulk`: in one write.
std::string printing_code(const std::string& language, int lines, int width, bool bulk);
/// Code that runs until it is interrupted.
std::string endless_code(const std::string& language);
/// Code that prints a line and then stays busy for 0.6 s.
std::string early_output_code(const std::string& language);

/// Code that prints `count` pieces of `bytes` bytes in lines of 100, `rate` a second; for no language the words
/// "bytes count rate", as beast_broadcast takes them.
std::string paced_code(const std::string& language, int bytes, int count, int rate);

}  // namespace bench
