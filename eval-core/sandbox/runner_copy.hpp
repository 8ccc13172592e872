#pragma once

#include "base/error.hpp"

#include <string>

namespace evald {

/// Where sessions' users can reach a runner: `<root>/<hash of its content>/<its name>`, copied there unless it is there
/// already. `source` is a file or a folder. Readable and executable for everybody. Blocks: for the start.
Result<std::string> copy_runner(const std::string& source, const std::string& root);

}  // namespace evald
