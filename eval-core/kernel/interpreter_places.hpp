#pragma once

#include <string>
#include <vector>

namespace evald {

/// Adds the folders that a confined interpreter needs to read beside the system's: the environment that it stands in
/// and, where its executable is a link, the installation behind it. None for what is below /usr.
void add_interpreter_places(const std::string& executable, std::vector<std::string>& places);

}  // namespace evald
