#pragma once

#include "artifact/artifact_store.hpp"
#include "platform/atomic_file.hpp"

#include <string>
#include <system_error>
#include <vector>

namespace evald {

/// The files of artifacts under one root. Calls block (worker threads); const, so any thread may make them.
///
///     sessions/HASH/ID   the bytes; HASH is of principal and session: kernels of that session may read the folder
///     metadata/ID        owner, session, type, size, time as JSON, out of the kernels' sight
///     incoming/ID        being written
///     removed/           sessions on their way out
///
/// An artifact is there once its metadata is. Names are made of ids and hashes of ours only. Files 0600, folders 0700.
class ArtifactFolder {
public:
    explicit ArtifactFolder(std::string root) : root_(std::move(root)) {}

    /// Makes the folders, removes what a process that died left half done, and returns the artifacts that are there.
    Result<std::vector<Artifact>> load() const;

    [[nodiscard]] std::string session_folder(const std::string& principal, const std::string& session) const;
    [[nodiscard]] std::string path(const Artifact& artifact) const;

    /// Readies `file` for the bytes of an artifact.
    std::error_code begin(AtomicFile& file, const std::string& id) const;
    /// Makes what was written an artifact; on an error nothing of it is left but the temporary file.
    std::error_code finish(AtomicFile& file, const Artifact& artifact) const;
    void remove(const Artifact& artifact) const;

    /// Takes a session's folder away under its name at once (two system calls); returns where it is now.
    std::string set_aside(const std::string& principal, const std::string& session) const;
    /// Deletes what set_aside() returned, and the metadata of `artifacts`.
    void remove_session(const std::string& aside, const std::vector<Artifact>& artifacts) const;

private:
    void remove_unknown_files(const std::vector<Artifact>& known) const;

    std::string root_;
};

}  // namespace evald
