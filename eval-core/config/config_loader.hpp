#pragma once

#include "base/error.hpp"
#include "config/config.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace evald {

/// Where settings come from, the later overriding the earlier.
struct ConfigSources {
    /// JSON with comments; without one the defaults stand. A path that cannot be read is a fault.
    std::optional<std::string> file;
    /// The process's variables. EVALD_SERVER_PORT sets server.port; EVALD_PY and EVALD_JS are short for
    /// kernels.python.enabled and kernels.javascript.enabled; EVALD_TOKEN or EVALD_TOKEN_FILE adds a token of principal
    /// `default` with all scopes. An empty value counts as absent. EVALD_TEST_*, and what Kubernetes sets for a service
    /// named evald, are left alone; another unknown EVALD_ name is a fault.
    std::map<std::string, std::string> environment;
    /// Keys and values of the command line ("server.port", "8080").
    std::vector<std::pair<std::string, std::string>> overrides;
};

/// Reads and checks everything. A failure is ErrorCode::invalid_request with every fault at once: `fields` has each
/// with its place ("evald.json: server.port", "EVALD_SERVER_PORT", "command line: server.port"), `message` all of them,
/// one a line. Start-up only; reads files on the calling thread.
[[nodiscard]] Result<Config> load_config(const ConfigSources& sources);

/// The process's own environment.
[[nodiscard]] std::map<std::string, std::string> process_environment();

}  // namespace evald
