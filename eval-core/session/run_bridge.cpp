#include "session/run_bridge.hpp"

#include "base/json_writer.hpp"
#include "base/utf8.hpp"
#include "protocol/request_codec.hpp"
#include "tools/tool_schema.hpp"

#include <charconv>
#include <utility>

namespace evald {
namespace {

using Clock = std::chrono::steady_clock;

/// Asks for the tools that there are; no tool can have this name, which holds a character that no language's has.
constexpr std::string_view k_list_name = "$list";
constexpr std::size_t k_value_max = 8ULL << 20U;
/// Arguments of all open calls of a run together.
constexpr std::uint64_t k_open_bytes_max = 64ULL << 20U;
constexpr std::size_t k_error_max = 16ULL << 10U;

std::string call_id_of(std::uint64_t number) { return "c" + std::to_string(number); }

std::uint64_t number_of(std::string_view call_id) {
    std::uint64_t number = 0;
    if (!call_id.starts_with('c')) return 0;
    const char* const end = call_id.data() + call_id.size();
    const auto [last, error] = std::from_chars(call_id.data() + 1, end, number);
    return error == std::errc() && last == end ? number : 0;
}

std::string bounded(std::string text) {
    if (text.size() > k_error_max) text = text.substr(0, utf8_safe_cut(text, k_error_max)) + "…";
    return text;
}

/// Characters that the cell gets: of a string those within its quotes, of anything else those of its JSON.
std::size_t characters(std::string_view json) {
    const bool is_string = json.size() >= 2 && json.front() == '"';
    if (is_string) json = json.substr(1, json.size() - 2);
    std::size_t count = 0;
    for (std::size_t i = 0; i < json.size(); ++i) {
        if ((static_cast<unsigned char>(json[i]) & 0xC0U) == 0x80U) continue;  // the rest of a character
        ++count;
        if (is_string && json[i] == '\\') i += i + 1 < json.size() && json[i + 1] == 'u' ? 5 : 1;
    }
    return count;
}

}  // namespace

RunBridge::RunBridge(KernelContext& context, EventLog& events, RunOutput& output, const Run& run)
    : context_(context),
      events_(events),
      output_(output),
      run_(run),
      directory_(run.request().tools, context.tools),
      rate_(context.config.tools.calls_per_second),
      timer_(context.executor) {}

void RunBridge::begin_cell(std::size_t index, CallingCell& cell) {
    cell_index_ = index;
    cell_ = &cell;
    closed_why_.clear();
}

void RunBridge::call(const Frame& frame) {
    if (!closed_why_.empty()) return refuse(frame, closed_why_);
    if (frame.name == k_list_name) {
        cell_->send_to_kernel(encode_tool_result(frame.call_id, directory_.list_json()));
        return;
    }
    const ToolDirectory::Entry entry = directory_.find(frame.name);
    if (entry.spec == nullptr) return refuse(frame, directory_.unknown_text(frame.name));
    const std::string why = refusal(frame, *entry.spec);
    if (!why.empty()) return refuse(frame, why);
    begin(frame, entry);
}

std::string RunBridge::refusal(const Frame& frame, const ToolSpec& tool) {
    const Config::Tools& limits = context_.config.tools;
    if (frame.args_json.size() > k_value_max) return "the arguments of tool " + tool.name + " are larger than 8 MiB";
    if (open_.size() >= static_cast<std::size_t>(limits.max_open))
        return "more than " + std::to_string(limits.max_open) + " calls wait for an answer (tools.max_open)";
    if (open_bytes_ + frame.args_json.size() > k_open_bytes_max)
        return "the arguments of all calls that wait for an answer are larger than 64 MiB";
    if (!rate_.take(Clock::now()))
        return "more than " + std::to_string(limits.calls_per_second) + " calls in a second (tools.calls_per_second)";
    if (!tool.schema) return {};
    const std::string faults = tool.schema->faults_of(frame.args_json);
    return faults.empty() ? faults : "the arguments of tool " + tool.name + " do not fit its parameters: " + faults;
}

void RunBridge::refuse(const Frame& frame, std::string_view why) {
    const ToolAnswer answer = ToolAnswer::failure(bounded(std::string(why)));
    cell_->send_to_kernel(encode_tool_error(frame.call_id, answer.error));
    // What is closed is over for the viewers too.
    if (closed_why_.empty()) report(frame.name, "nobody", Clock::now(), answer);
}

void RunBridge::begin(const Frame& frame, const ToolDirectory::Entry& entry) {
    const std::uint64_t number = ++last_number_;
    Open& call = open_[number];
    call.kernel_call_id = frame.call_id;
    call.tool = entry.spec;
    call.is_offered = entry.is_offered;
    call.bytes = frame.args_json.size();
    call.began = Clock::now();
    call.pauses = entry.spec->pauses_timeout || is_delegation(entry.spec->name);
    open_bytes_ += call.bytes;
    if (call.pauses) cell_->pause_timeout();
    if (!timer_.is_armed()) watch_time();
    if (entry.is_offered)
        ask_caller(number, frame);
    else
        ask_server(number, frame);
}

void RunBridge::ask_caller(std::uint64_t number, const Frame& frame) {
    std::string members;
    members.reserve(frame.args_json.size() + frame.name.size() + 64);
    JsonWriter writer(members);
    writer.member("cell", std::uint64_t{cell_index_})
        .member("callId", call_id_of(number))
        .key("name")
        .string(frame.name);
    writer.key("args").raw(frame.args_json);
    const std::size_t takers = events_.publish(EventType::tool_call, run_.id(), members);
    // A detached run may wait for somebody to come and look; one whose callers were there and have gone, or can't keep up
    // with its events, would wait for nothing.
    if (takers > 0 || (run_.request().detach && !run_.callers_gone())) return;
    const auto call = open_.find(number);
    if (call == open_.end()) return;
    const std::string why = run_.callers_gone()
                                ? "the caller that offers tool " + call->second.tool->name + " has gone"
                                : "the caller is too slow to take a call of tool " + call->second.tool->name;
    finish(call, ToolAnswer::failure(why));
}

void RunBridge::ask_server(std::uint64_t number, const Frame& frame) {
    Open& call = open_[number];
    call.pending =
        context_.tools->call(*call.tool, frame.args_json, run_.request().trace, [this, number](ToolAnswer answer) {
            const auto found = open_.find(number);
            if (found != open_.end()) finish(found, std::move(answer));
        });
}

bool RunBridge::answer(std::string_view call_id, ToolAnswer answer) {
    const auto call = open_.find(number_of(call_id));
    if (call == open_.end() || !call->second.is_offered) return false;
    finish(call, std::move(answer));
    return true;
}

void RunBridge::finish(Calls::iterator call, ToolAnswer answer) {
    // Out first: what follows may come back here.
    const Open done = std::move(call->second);
    open_.erase(call);
    open_bytes_ -= done.bytes;
    if (answer.ok && answer.value_json.size() > k_value_max)
        answer = ToolAnswer::failure("the answer of tool " + done.tool->name + " is larger than 8 MiB");
    if (!answer.ok) answer.error = bounded(std::move(answer.error));
    cell_->send_to_kernel(answer.ok ? encode_tool_result(done.kernel_call_id, answer.value_json)
                                    : encode_tool_error(done.kernel_call_id, answer.error));
    report(done.tool->name, done.is_offered ? "caller" : "config", done.began, answer);
    if (done.pauses) cell_->resume_timeout();
}

void RunBridge::report(std::string_view name, std::string_view answered_by, TimePoint began, const ToolAnswer& answer) {
    context_.statistics.tool_calls[{std::string(answered_by), answer.ok ? "ok" : "error"}] += 1;
    const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began);
    std::string status;
    JsonWriter writer(status);
    writer.begin_object()
        .key("op")
        .string(is_delegation(name) ? name : std::string_view("tool"))
        .key("name")
        .string(name);
    writer.member("ms", std::int64_t{elapsed.count()}).member("ok", answer.ok);
    writer.member("chars", std::uint64_t{answer.ok ? characters(answer.value_json) : 0}).end_object();
    output_.status(status);
}

void RunBridge::close(std::string_view why) {
    if (cell_ == nullptr) return;
    closed_why_ = why;
    while (!open_.empty()) finish(open_.begin(), ToolAnswer::failure(closed_why_));
}

void RunBridge::fail_offered(std::string_view why) {
    for (auto call = open_.begin(); call != open_.end();) {
        const auto next = std::next(call);
        if (call->second.is_offered) finish(call, ToolAnswer::failure(std::string(why)));
        call = next;
    }
}

/// All calls have the same limit, so the oldest one's time is up first. The timer is left to run when a call ends: it
/// then finds a younger one and waits on.
void RunBridge::watch_time() {
    if (open_.empty()) return;
    const auto due = open_.begin()->second.began + context_.config.tools.call_timeout;
    timer_.arm(std::max(due - Clock::now(), Clock::duration::zero()), [this] { end_overdue(); });
}

void RunBridge::end_overdue() {
    const auto limit = context_.config.tools.call_timeout;
    while (!open_.empty() && Clock::now() - open_.begin()->second.began >= limit) {
        const std::string name = open_.begin()->second.tool->name;
        finish(open_.begin(), ToolAnswer::failure("tool " + name + " did not answer in time (tools.call_timeout)"));
    }
    watch_time();
}

}  // namespace evald
