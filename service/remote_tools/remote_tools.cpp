#include "remote_tools/remote_tools.hpp"

#include "remote_tools/chat_completion.hpp"
#include "remote_tools/tool_answers.hpp"
#include "tools/tool_schema.hpp"

#include <boost/asio/post.hpp>
#include <utility>

namespace evald::service {
namespace {

/// Calls under way in all sessions together: each is a connection.
constexpr int k_most_calls = 512;

class Pending final : public PendingCall {
public:
    Pending(std::shared_ptr<HttpCall> call, std::shared_ptr<int> under_way)
        : call_(std::move(call)), under_way_(std::move(under_way)) {
        ++*under_way_;
    }
    ~Pending() override {
        --*under_way_;
        call_->abandon();
    }

private:
    std::shared_ptr<HttpCall> call_;
    std::shared_ptr<int> under_way_;
};

/// A call that could not be begun, and whose error comes a moment later.
class Failing final : public PendingCall {
public:
    explicit Failing(std::shared_ptr<ConfiguredTools::Done> done) : done_(std::move(done)) {}
    ~Failing() override { *done_ = nullptr; }

private:
    std::shared_ptr<ConfiguredTools::Done> done_;
};

/// Behind the configured headers, of which one of the same name is replaced.
void hand_on(const TraceContext& trace, OutboundRequest& request) {
    if (trace.parent.empty()) return;
    request.headers.emplace_back("traceparent", trace.parent);
    if (!trace.state.empty()) request.headers.emplace_back("tracestate", trace.state);
}

}  // namespace

RemoteTools::RemoteTools(boost::asio::any_io_executor loop, const Config& config)
    : loop_(std::move(loop)), config_(config) {}

Result<std::unique_ptr<RemoteTools>> RemoteTools::make(boost::asio::any_io_executor loop, const Config& config) {
    std::unique_ptr<RemoteTools> tools(new RemoteTools(std::move(loop), config));
    const std::string faults = tools->add_tools();
    if (!faults.empty()) return Error{ErrorCode::invalid_request, faults};
    if (tools->specs_.empty()) return tools;
    auto trust = load_tls_trust();
    if (!trust) return trust.error();
    tools->trust_ = std::move(*trust);
    return tools;
}

/// What is wrong with them, or empty.
std::string RemoteTools::add_tools() {
    std::string faults;
    for (const ToolConfig& tool : config_.tools.configured) {
        ToolSpec spec{tool.name, tool.description, tool.parameters_json, nullptr, tool.pauses_timeout};
        if (!tool.parameters_json.empty()) {
            auto schema = ToolSchema::compile(tool.parameters_json);
            if (schema)
                spec.schema = std::move(*schema);
            else
                faults +=
                    (faults.empty() ? "" : "\n") + ("tools." + tool.name + ".parameters: " + schema.error().message);
        }
        OutboundRequest request;
        request.url = parse_tool_url(tool.url).value_or(ToolUrl{});
        request.method = tool.method;
        for (const ToolHeader& header : tool.headers) request.headers.emplace_back(header.name, header.value);
        request.timeout = tool.timeout;
        specs_.push_back(std::move(spec));
        requests_.push_back(std::move(request));
        if (tool.name == "completion" && !config_.completion.url.empty())
            faults +=
                (faults.empty() ? "" : "\n") + std::string("tools.completion: completion.url answers it too; set one");
    }
    if (config_.completion.url.empty()) return faults;
    OutboundRequest request;
    request.url = parse_tool_url(chat_url(config_.completion.url)).value_or(ToolUrl{});
    request.method = "POST";
    if (!config_.completion.key.empty())
        request.headers.emplace_back("Authorization", "Bearer " + config_.completion.key);
    request.timeout = config_.completion.timeout;
    specs_.push_back(completion_spec());
    requests_.push_back(std::move(request));
    completion_ = &specs_.back();
    return faults;
}

std::unique_ptr<PendingCall> RemoteTools::start(OutboundRequest request, HttpCall::Done done) {
    return std::make_unique<Pending>(start_http_call(loop_, trust_, std::move(request), std::move(done)), under_way_);
}

std::unique_ptr<PendingCall> RemoteTools::fail_soon(std::string why, Done done) {
    const auto shared = std::make_shared<Done>(std::move(done));
    boost::asio::post(loop_, [shared, why = std::move(why)] {
        const Done call = std::exchange(*shared, nullptr);
        if (call) call(ToolAnswer::failure(why));
    });
    return std::make_unique<Failing>(shared);
}

std::unique_ptr<PendingCall> RemoteTools::call(const ToolSpec& tool, std::string args_json, const TraceContext& trace,
                                               Done done) {
    if (*under_way_ >= k_most_calls)
        return fail_soon("too many calls of the server's tools are under way", std::move(done));
    if (&tool == completion_) return call_completion(args_json, trace, std::move(done));
    OutboundRequest request = requests_[static_cast<std::size_t>(&tool - specs_.data())];
    request.body = std::move(args_json);
    hand_on(trace, request);
    return start(std::move(request), [name = tool.name, done = std::move(done)](Result<OutboundAnswer> answer) {
        ToolAnswer read = answer ? read_tool_answer(*answer) : ToolAnswer::failure(answer.error().message);
        if (!read.ok) read.error.insert(0, "tool " + name + " ");
        done(std::move(read));
    });
}

std::unique_ptr<PendingCall> RemoteTools::call_completion(const std::string& args_json, const TraceContext& trace,
                                                          Done done) {
    Result<ChatRequest> chat = make_chat_request(args_json, config_.completion);
    if (!chat) return fail_soon(chat.error().message, std::move(done));
    OutboundRequest request = requests_.back();
    request.body = std::move(chat->body);
    hand_on(trace, request);
    return start(std::move(request),
                 [schema = std::move(chat->schema_json), done = std::move(done)](Result<OutboundAnswer> answer) {
                     if (answer)
                         done(read_chat_answer(*answer, schema));
                     else
                         done(ToolAnswer::failure("the completion API " + answer.error().message));
                 });
}

}  // namespace evald::service
