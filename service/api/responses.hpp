#pragma once

#include "artifact/artifact_store.hpp"
#include "execution/run.hpp"
#include "execution/run_event.hpp"
#include "session/evaluator.hpp"

#include <string>
#include <vector>

namespace evald::service {

/// {run, session, state, result?}
std::string run_state_json(const Run& run);

std::string session_json(const SessionInfo& info);
/// {sessions: […]}
/// `node`: whose they are; empty: it has no name.
std::string session_list_json(const std::vector<SessionInfo>& infos, const std::string& node);

/// {entries: […], truncated?}
std::string folder_json(const WorkspaceFolder& folder);
/// {artifacts: […]}
std::string artifact_list_json(const std::vector<Artifact>& artifacts);

}  // namespace evald::service
