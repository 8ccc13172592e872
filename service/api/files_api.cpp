#include "api/files_api.hpp"

#include "api/download.hpp"
#include "api/media_types.hpp"
#include "api/responses.hpp"
#include "http/http_error.hpp"
#include "http/range_header.hpp"
#include "workspace/workspace_path.hpp"

#include <utility>

namespace evald::service {
namespace {

class FileSource final : public DownloadSource {
public:
    explicit FileSource(FileReader& reader) : reader_(reader) {}
    boost::asio::awaitable<Result<std::string>> read(std::uint64_t offset, std::size_t size) override {
        return reader_.read(offset, size);
    }

private:
    FileReader& reader_;
};

DownloadHead head_of(const WorkspaceEntry& entry) {
    const std::string_view type = type_of_name(entry.name);
    DownloadHead head;
    head.content_type = served_type(type);
    head.disposition = disposition(type, entry.name);
    head.etag = entry.etag();
    head.modified_s = entry.modified_ms() / 1000;
    head.bytes = entry.bytes;
    return head;
}

/// The path's parameters: the session's id, and the place in its workspace (nothing for the route of the root).
Result<WorkspacePath> read_path(const Exchange& exchange) {
    if (!is_session_id(exchange.parameters[0])) {
        Error error;
        error.code = ErrorCode::invalid_request;
        error.message = "A session id is 1 to 128 of A-Z a-z 0-9 . _ - and neither . nor ..";
        return error;
    }
    return WorkspacePath::parse(exchange.parameters.size() > 1 ? exchange.parameters[1] : std::string());
}

/// Faults of the request itself that are known before its body.
std::optional<Response> refuse_upload(const Exchange& exchange) {
    const Request& request = exchange.request();
    // RFC 9110 14.4: to write a part in place of the whole would be wrong.
    if (request.field("Content-Range"))
        return problem_response(400, "A part of a file cannot be written; send all of it.", exchange.request_id);
    if (request.field("Content-Encoding"))
        return problem_response(415, "Files are taken as they are, without a content coding.", exchange.request_id);
    const std::string condition = request.joined("If-None-Match");
    if (!condition.empty() && condition != "*")
        return problem_response(400, "The only If-None-Match that an upload knows is *.", exchange.request_id);
    return std::nullopt;
}

Response upload_problem(const Error& error, bool only_new, const std::string& request_id) {
    // RFC 9110 13.1.2: the condition that nothing be there has not held.
    if (only_new && error.code == ErrorCode::conflict) return problem_response(412, error.message, request_id);
    return problem_response(error, request_id);
}

/// Writes the body. Nothing: it broke off, which has been answered.
boost::asio::awaitable<std::optional<Result<WorkspaceEntry>>> receive(Exchange& exchange, WorkspaceUpload& upload) {
    std::string piece;
    auto read = Exchange::BodyRead::more;
    while (read == Exchange::BodyRead::more) {
        read = co_await exchange.read_body(piece);
        if (read == Exchange::BodyRead::failed) co_return std::nullopt;
        if (piece.empty()) continue;
        const Result<void> written = co_await upload.write(std::move(piece));
        if (!written) co_return Result<WorkspaceEntry>(written.error());
    }
    Result<WorkspaceEntry> stored = co_await upload.commit();
    co_return stored;
}

Response stored_answer(const WorkspaceEntry& entry, bool is_new) {
    Response response(is_new ? 201 : 204);
    response.add("ETag", entry.etag());
    return response;
}

}  // namespace

boost::asio::awaitable<void> get_file(Exchange& exchange, Services& services) {
    const Result<WorkspacePath> path = read_path(exchange);
    Result<std::string> workspace = std::string();
    if (path)
        workspace = services.evaluator.workspace(exchange.caller.principal, exchange.parameters[0]);
    else
        workspace = path.error();
    Result<WorkspaceItem> item = Error();
    if (workspace)
        item = co_await services.evaluator.files().open(*workspace, *path);
    else
        item = workspace.error();
    if (!item) {
        co_await exchange.respond(problem_response(item.error(), exchange.request_id));
        co_return;
    }
    exchange.session_id = exchange.parameters[0];
    if (!item->file) {
        co_await exchange.respond(Response::json(folder_json(item->folder)));
        co_return;
    }
    FileSource source(*item->file);
    DownloadHead head = head_of(item->entry);
    co_await send_download(exchange, std::move(head), source);
}

boost::asio::awaitable<void> put_file(Exchange& exchange, Services& services) {
    std::optional<Response> refusal = refuse_upload(exchange);
    const Result<WorkspacePath> path = read_path(exchange);
    if (!refusal && !path) refusal = problem_response(path.error(), exchange.request_id);
    if (refusal) {
        co_await exchange.respond(std::move(*refusal));
        co_return;
    }
    const std::string id = exchange.parameters[0];
    const bool only_new = exchange.request().field("If-None-Match").has_value();
    const std::optional<std::uint64_t> size = exchange.request().content_length();
    const Result<std::string> workspace = services.evaluator.make_workspace(exchange.caller.principal, id);
    Result<std::unique_ptr<WorkspaceUpload>> upload = Error();
    if (workspace)
        upload = co_await services.evaluator.files().begin_upload(*workspace, *path, size, only_new);
    else
        upload = workspace.error();
    if (!upload) {
        co_await exchange.respond(upload_problem(upload.error(), only_new, exchange.request_id));
        co_return;
    }
    const std::optional<Result<WorkspaceEntry>> stored = co_await receive(exchange, **upload);
    if (!stored) co_return;
    exchange.session_id = id;
    Response answer(201);
    if (*stored)
        answer = stored_answer(**stored, (*upload)->is_new());
    else
        answer = upload_problem(stored->error(), only_new, exchange.request_id);
    co_await exchange.respond(std::move(answer));
}

boost::asio::awaitable<void> delete_file(Exchange& exchange, Services& services) {
    const Result<WorkspacePath> path = read_path(exchange);
    Result<std::string> workspace = std::string();
    if (path)
        workspace = services.evaluator.workspace(exchange.caller.principal, exchange.parameters[0]);
    else
        workspace = path.error();
    Result<void> removed = Error();
    if (workspace)
        removed = co_await services.evaluator.files().remove(*workspace, *path);
    else
        removed = workspace.error();
    Response answer(204);
    if (!removed) answer = problem_response(removed.error(), exchange.request_id);
    co_await exchange.respond(std::move(answer));
}

}  // namespace evald::service
