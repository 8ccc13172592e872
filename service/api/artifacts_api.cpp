#include "api/artifacts_api.hpp"

#include "api/download.hpp"
#include "api/media_types.hpp"
#include "api/responses.hpp"
#include "http/http_error.hpp"
#include "http/target.hpp"

#include <utility>

namespace evald::service {
namespace {

class ArtifactSource final : public DownloadSource {
public:
    explicit ArtifactSource(ArtifactReader& reader) : reader_(reader) {}
    boost::asio::awaitable<Result<std::string>> read(std::uint64_t offset, std::size_t size) override {
        return reader_.read(offset, size);
    }

private:
    ArtifactReader& reader_;
};

DownloadHead head_of(const Artifact& artifact) {
    DownloadHead head;
    head.content_type = served_type(artifact.mime_type);
    head.disposition = disposition(artifact.mime_type, artifact.id + std::string(extension_of(artifact.mime_type)));
    head.etag = "\"" + artifact.id + "\"";
    head.modified_s = artifact.created_ms / 1000;
    head.bytes = artifact.bytes;
    return head;
}

}  // namespace

boost::asio::awaitable<void> get_artifact(Exchange& exchange, Services& services) {
    auto opened = co_await services.evaluator.artifacts().open(exchange.caller.principal, exchange.parameters[0]);
    if (!opened) {
        co_await exchange.respond(problem_response(opened.error(), exchange.request_id));
        co_return;
    }
    const std::unique_ptr<ArtifactReader> reader = std::move(*opened);
    ArtifactSource source(*reader);
    DownloadHead head = head_of(reader->artifact());
    co_await send_download(exchange, std::move(head), source);
}

Response list_artifacts(Exchange& exchange, Services& services) {
    const std::string session = query_value(exchange.request().query(), "session").value_or("");
    if (!session.empty() && !is_session_id(session)) {
        Error error;
        error.code = ErrorCode::invalid_request;
        error.message = "A session id is 1 to 128 of A-Z a-z 0-9 . _ - and neither . nor ..";
        return problem_response(error, exchange.request_id);
    }
    return Response::json(artifact_list_json(services.evaluator.artifacts().list(exchange.caller.principal, session)));
}

}  // namespace evald::service
