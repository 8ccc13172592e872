#include "artifact/file_artifact_store.hpp"

#include "artifact/artifact_catalog.hpp"
#include "artifact/artifact_metadata.hpp"
#include "artifact/artifact_upload.hpp"
#include "artifact/file_artifact_reader.hpp"
#include "platform/random_id.hpp"

#include <sys/stat.h>
#include <utility>

namespace evald {
namespace asio = boost::asio;
namespace {

class FileArtifactWriter final : public ArtifactWriter {
public:
    explicit FileArtifactWriter(std::shared_ptr<ArtifactUpload> upload) : upload_(std::move(upload)) {}
    ~FileArtifactWriter() override {
        upload_->on_progress({});
        upload_->fail({ErrorCode::internal, "the artifact has been given up"});
    }
    FileArtifactWriter(const FileArtifactWriter&) = delete;
    FileArtifactWriter& operator=(const FileArtifactWriter&) = delete;

    [[nodiscard]] const std::string& id() const override { return upload_->artifact().id; }
    void append(std::string bytes) override { upload_->append(std::move(bytes)); }
    [[nodiscard]] std::uint64_t pending_bytes() const override { return upload_->pending_bytes(); }
    void on_progress(std::function<void()> call) override { upload_->on_progress(std::move(call)); }
    void finish() override { upload_->finish(); }
    [[nodiscard]] bool is_over() const override { return upload_->is_over(); }
    [[nodiscard]] const Error* failure() const override { return upload_->failure(); }
    asio::awaitable<Result<Artifact>> commit() override { return upload_->commit(); }

private:
    std::shared_ptr<ArtifactUpload> upload_;
};

/// One answer, whatever the reason: a stranger learns nothing.
Error not_found() { return {ErrorCode::not_found, "there is no such artifact"}; }

}  // namespace

Result<std::unique_ptr<FileArtifactStore>> FileArtifactStore::open_root(const std::string& root,
                                                                        const ArtifactLimits& limits,
                                                                        asio::any_io_executor loop, WorkerPool& pool,
                                                                        Clock clock) {
    ArtifactFolder folder(root);
    Result<std::vector<Artifact>> artifacts = folder.load();
    if (!artifacts) return artifacts.error();
    auto catalog =
        std::make_shared<ArtifactCatalog>(std::move(folder), limits, std::move(loop), pool, std::move(clock));
    for (Artifact& artifact : *artifacts) catalog->index.add(std::move(artifact));
    return std::make_unique<FileArtifactStore>(std::move(catalog));
}

FileArtifactStore::FileArtifactStore(std::shared_ptr<ArtifactCatalog> catalog) : catalog_(std::move(catalog)) {}
FileArtifactStore::~FileArtifactStore() = default;

std::unique_ptr<ArtifactWriter> FileArtifactStore::create(std::string principal, std::string session,
                                                          std::string mime_type) {
    if (!is_sane_mime_type(mime_type)) mime_type = "application/octet-stream";
    Artifact artifact{random_id(), std::move(principal), std::move(session), std::move(mime_type), 0, 0};
    return std::make_unique<FileArtifactWriter>(std::make_shared<ArtifactUpload>(catalog_, std::move(artifact)));
}

asio::awaitable<Result<Artifact>> FileArtifactStore::store(std::string principal, std::string session,
                                                           std::string mime_type, std::string bytes) {
    const auto writer = create(std::move(principal), std::move(session), std::move(mime_type));
    writer->append(std::move(bytes));
    Result<Artifact> artifact = co_await writer->commit();
    co_return artifact;
}

Result<Artifact> FileArtifactStore::find(std::string_view principal, std::string_view id) const {
    const Artifact* artifact = catalog_->find(principal, id);
    if (artifact == nullptr) return not_found();
    return *artifact;
}

asio::awaitable<Result<std::unique_ptr<ArtifactReader>>> FileArtifactStore::open(std::string principal,
                                                                                 std::string id) {
    const std::shared_ptr<ArtifactCatalog> catalog = catalog_;
    const std::shared_ptr<ArtifactUpload> coming = catalog->find_on_its_way(principal, id);
    if (coming) {
        const Result<Artifact> stored = co_await coming->commit();
        if (!stored) co_return not_found();
    }
    const Artifact* found = catalog->find(principal, id);
    if (found == nullptr) co_return not_found();
    Artifact artifact = *found;
    auto job = [path = catalog->folder.path(artifact), bytes = artifact.bytes] {
        return FileArtifactReader::open_file(path, bytes);
    };
    UniqueFd file = co_await catalog->pool.run(std::move(job));
    if (!file) co_return not_found();
    std::unique_ptr<ArtifactReader> reader =
        std::make_unique<FileArtifactReader>(std::move(artifact), std::move(file), catalog->pool);
    co_return reader;
}

std::vector<Artifact> FileArtifactStore::list(std::string_view principal, std::string_view session) const {
    std::vector<Artifact> artifacts = catalog_->index.of_session(principal, session);
    std::erase_if(artifacts, [this](const Artifact& artifact) {
        return catalog_->find(artifact.principal, artifact.id) == nullptr;
    });
    return artifacts;
}

std::string FileArtifactStore::session_folder(const std::string& principal, const std::string& session) {
    std::string folder = catalog_->folder.session_folder(principal, session);
    // Without it (a full disk) the session finds no artifacts, and storing one tells why.
    ::mkdir(folder.c_str(), 0700);
    return folder;
}

asio::awaitable<void> FileArtifactStore::remove_session(std::string principal, std::string session) {
    std::vector<Artifact> artifacts = catalog_->take_session(principal, session);
    // At once, so that the folder of a new session of that name is another one.
    std::string aside = catalog_->folder.set_aside(principal, session);
    auto job = [files = catalog_->folder, aside = std::move(aside), artifacts = std::move(artifacts)] {
        files.remove_session(aside, artifacts);
    };
    co_await catalog_->pool.run(std::move(job));
}

asio::awaitable<void> FileArtifactStore::sweep() {
    std::vector<Artifact> expired = catalog_->take_expired();
    if (expired.empty()) co_return;
    auto job = [files = catalog_->folder, expired = std::move(expired)] {
        for (const Artifact& artifact : expired) files.remove(artifact);
    };
    co_await catalog_->pool.run(std::move(job));
}

std::uint64_t FileArtifactStore::total_bytes() const { return catalog_->index.bytes(); }

std::uint64_t FileArtifactStore::pending_bytes() const { return catalog_->pending_bytes(); }

std::size_t FileArtifactStore::count() const { return catalog_->index.count(); }

}  // namespace evald
