#include "session/run_executor.hpp"

#include "base/json_writer.hpp"
#include "execution/cells_summary.hpp"
#include "protocol/request_codec.hpp"
#include "session/node_names.hpp"

#include <utility>

namespace evald {
namespace {

using Clock = std::chrono::steady_clock;

std::string_view outcome_name(CellEnd end) {
    switch (end) {
        case CellEnd::ok: return "ok";
        case CellEnd::failed: return "error";
        case CellEnd::timed_out: return "timeout";
        case CellEnd::cancelled: return "cancelled";
        case CellEnd::kernel_died: return "kernel_died";
        case CellEnd::no_kernel: return "no_kernel";
    }
    return "error";
}

}  // namespace

RunExecutor::RunExecutor(KernelContext& kernels, ArtifactStore& artifacts, RunPlace place, std::shared_ptr<void> owner,
                         std::shared_ptr<Run> run)
    : kernels_(kernels),
      artifacts_(artifacts),
      place_(std::move(place)),
      owner_(std::move(owner)),
      run_(std::move(run)),
      output_(*run_, place_.events, artifacts_, kernels.config, kernels.statistics,
              [this](bool slow) {
                  if (reading_from_ != nullptr && reading_from_->current() != nullptr)
                      reading_from_->kernel().set_reading(!slow);
              }),
      bridge_(kernels_, place_.events, output_, *run_),
      records_(run_->request().cells.size()) {}

SessionKernel& RunExecutor::kernel_of(std::size_t index) {
    return run_->request().cells[index].language == Language::python ? place_.python : place_.javascript;
}

boost::asio::awaitable<void> RunExecutor::execute() {
    run_->mark_running();
    run_->on_cancel([this](CancelReason reason) { on_cancel(reason); });
    run_->on_tool_answer(
        [this](std::string_view call_id, ToolAnswer answer) { return bridge_.answer(call_id, std::move(answer)); });
    run_->on_callers_gone([this] { bridge_.fail_offered("the caller that offers this tool has gone"); });
    place_.events.publish(EventType::run_started, run_->id(), R"("cells":)" + cells_summary(run_->request()));
    for (std::size_t i = 0; i < records_.size(); ++i) {
        run_->mark_cell(i);
        const bool go_on = co_await run_cell(i);
        if (!go_on) break;
    }
    run_->on_cancel({});
    run_->on_tool_answer({});
    run_->on_callers_gone({});
    restore_surroundings();
    co_await finish();
}

boost::asio::awaitable<void> RunExecutor::finish_unstarted() {
    output_.begin_cell(0);
    CellOutcome outcome;
    outcome.end = CellEnd::no_kernel;
    outcome.cancel_reason = run_->cancelled();
    conclude_cell(0, outcome, "cancelled");
    records_[0] = CellRecord{};
    co_await finish();
}

std::vector<std::size_t> RunExecutor::persisting_cells(std::size_t before) {
    std::vector<std::size_t> cells;
    for (std::size_t i = 0; i < before; ++i)
        if (kernel_of(i).current_number() == kernel_numbers_[i]) cells.push_back(i);
    return cells;
}

void RunExecutor::on_cancel(CancelReason reason) {
    place_.python.wake();
    place_.javascript.wake();
    if (runner_ != nullptr) runner_->cancel(reason);
}

boost::asio::awaitable<bool> RunExecutor::run_cell(std::size_t index) {
    SessionKernel& kernel = kernel_of(index);
    output_.begin_cell(index);
    cell_began_ = Clock::now();
    if (run_->request().cells[index].reset) {
        kernel.forgive();
        co_await kernel.stop(owner_, SessionKernel::StopReason::reset);
    }
    Result<void> acquired = co_await kernel.acquire(owner_, run_);
    if (!acquired) {
        CellOutcome outcome;
        outcome.end = CellEnd::no_kernel;
        outcome.cancel_reason = run_->cancelled();
        const Error& error = acquired.error();
        if (index == 0 && error.retry_after_s > 0 && !outcome.cancel_reason) refusal_ = error;
        co_return conclude_cell(index, outcome, error.message);
    }
    add_notice(kernel.take_notice());
    kernel_numbers_.push_back(kernel.current_number());
    CellOutcome outcome = co_await run_in_kernel(index, kernel);
    co_await after_cell(kernel, outcome, index);
    co_return conclude_cell(index, outcome, {});
}

boost::asio::awaitable<CellOutcome> RunExecutor::run_in_kernel(std::size_t index, SessionKernel& kernel) {
    const Config& config = kernels_.config;
    CellLimits limits;
    limits.timeout = run_->request().cells[index].timeout;
    limits.start = config.kernel.start_timeout;
    limits.grace = config.kernel.interrupt_grace;
    CellRunner runner(kernels_.executor, kernel, output_, bridge_, limits);
    runner_ = &runner;
    reading_from_ = &kernel;
    if (output_.is_throttled()) kernel.kernel().set_reading(false);
    ExecuteRequest request = execute_request(index, kernel);
    std::function<void()> started = [this, index] { cell_started(index); };
    CellOutcome outcome = co_await runner.run(index, std::move(request), std::move(started));
    runner_ = nullptr;
    co_return outcome;
}

ExecuteRequest RunExecutor::execute_request(std::size_t index, const SessionKernel& kernel) {
    const EvalRequest& asked = run_->request();
    ExecuteRequest request;
    request.id = run_->id() + "." + std::to_string(index);
    request.code = asked.cells[index].code;
    const Kernel*& given = surroundings_given_[const_cast<SessionKernel*>(&kernel)];
    if (given == kernel.current()) return request;
    given = kernel.current();
    if (!asked.cwd.empty()) {
        const bool from_home = asked.cwd == "~" || asked.cwd.starts_with("~/");
        if (from_home)
            request.cwd = place_.workspace + asked.cwd.substr(1);
        else if (asked.cwd.front() == '/')
            request.cwd = asked.cwd;
        else
            request.cwd = place_.workspace + "/" + asked.cwd;
    }
    request.env = asked.env;
    return request;
}

void RunExecutor::restore_surroundings() {
    if (run_->request().cwd.empty() && run_->request().env.empty()) return;
    for (const auto& [place, kernel] : surroundings_given_)
        if (kernel != nullptr && place->current() == kernel) place->kernel().send(encode_restore());
}

boost::asio::awaitable<void> RunExecutor::after_cell(SessionKernel& kernel, CellOutcome outcome, std::size_t index) {
    // The disk may still be behind: what waits for it is no reason to leave an idle kernel unread.
    if (output_.is_throttled() && kernel.current() != nullptr) kernel.kernel().set_reading(true);
    reading_from_ = nullptr;
    if (outcome.restart_requested) co_await kernel.stop(owner_, SessionKernel::StopReason::restart);
    if (!outcome.kernel_kept) {
        kernel.set_loss(loss_after(outcome, run_->request().cells[index].timeout));
    } else if (kernel.is_per_call()) {
        co_await kernel.stop(owner_, SessionKernel::StopReason::per_call);
    }
}

bool RunExecutor::conclude_cell(std::size_t index, const CellOutcome& outcome, std::string failure) {
    const CellSpec& spec = run_->request().cells[index];
    CellRecord& record = records_[index];
    const bool ok = outcome.end == CellEnd::ok;
    record.status = ok ? CellStatus::complete : CellStatus::error;
    const auto elapsed = Clock::now() - cell_began_;
    record.duration_ms = std::chrono::duration_cast<std::chrono::milliseconds>(elapsed).count();
    record.exit_code = outcome.exit_code;
    record.execution_count = outcome.execution_count;
    CellNoteInput input{index,
                        records_.size(),
                        spec.language,
                        outcome,
                        spec.timeout,
                        std::move(failure),
                        run_->cancelled(),
                        kernel_of(index).is_per_call(),
                        persisting_cells(index)};
    if (const auto error = outcome_error(input)) {
        auto& kept = output_.gains_of_cell().error;
        if (!kept) kept.emplace();
        kept->ename = error->ename;
        kept->evalue = error->evalue;
    }
    // A restart that was asked for is worth a word even when the cell is a success.
    const bool wants_note = !ok || outcome.restart_requested;
    output_.end_cell(ok, wants_note ? cell_note(input) : std::string());
    failed_ = failed_ || !ok;
    const std::string language(language_id(spec.language));
    kernels_.statistics.cells_finished[{language, std::string(outcome_name(outcome.end))}] += 1;
    auto& histogram = spec.language == Language::python ? kernels_.statistics.cell_seconds_python
                                                        : kernels_.statistics.cell_seconds_js;
    histogram.observe(std::chrono::duration<double>(elapsed).count());
    if (outcome.end != CellEnd::no_kernel) publish_cell_finished(index);
    return ok;
}

void RunExecutor::cell_started(std::size_t index) {
    const CellSpec& spec = run_->request().cells[index];
    cell_began_ = Clock::now();
    records_[index].status = CellStatus::running;
    std::string members;
    members.reserve(spec.code.size() + spec.title.size() + 96);
    JsonWriter writer(members);
    writer.member("cell", std::uint64_t{index}).key("language").string(language_id(spec.language));
    writer.member("title", spec.title).member("code", spec.code);
    place_.events.publish(EventType::cell_started, run_->id(), members);
}

void RunExecutor::publish_cell_finished(std::size_t index) {
    const CellRecord& record = records_[index];
    std::string members;
    JsonWriter writer(members);
    writer.member("cell", std::uint64_t{index}).key("status").string(cell_status_name(record.status));
    writer.member("durationMs", record.duration_ms);
    if (record.exit_code) writer.member("exitCode", *record.exit_code);
    if (record.execution_count) writer.member("executionCount", *record.execution_count);
    place_.events.publish(EventType::cell_finished, run_->id(), members);
}

void RunExecutor::add_notice(const std::string& notice) {
    if (notice.empty()) return;
    if (!notice_.empty()) notice_ += ' ';
    notice_ += notice;
}

void RunExecutor::note_foreign_session() {
    if (!run_->session_created()) return;
    const std::string notice = foreign_node_notice(run_->session(), kernels_.config.node_name);
    if (notice.empty()) return;
    kernels_.statistics.foreign_sessions += 1;
    add_notice(notice);
}

boost::asio::awaitable<void> RunExecutor::finish() {
    co_await output_.settle();
    note_foreign_session();
    std::string text = output_.take_text();
    if (text.empty()) text = output_.images().empty() ? "(no output)" : "(no text output)";
    std::string result = encode_result(*run_, records_, output_, text, notice_, failed_);
    place_.events.publish(EventType::run_finished, run_->id(), R"("result":)" + result);
    const EventPtr event = place_.events.latest();
    run_->finish(std::move(result), failed_, std::move(refusal_), *event, place_.events.epoch());
    kernels_.statistics.runs_finished[std::string(run_->outcome())] += 1;
}

}  // namespace evald
