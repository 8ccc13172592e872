#pragma once

namespace evald::service {

/// `evald serve`, `eval`, `config`, `version`, `healthcheck`. Returns the exit code: 0 success, 1 a failure that has
/// been told on stderr, 2 a wrong call.
int run_command_line(int argc, char** argv);

}  // namespace evald::service
