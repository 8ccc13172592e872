#pragma once

#include "execution/event_log.hpp"
#include "execution/run.hpp"
#include "execution/run_output.hpp"
#include "execution/statistics.hpp"
#include "platform/one_shot_timer.hpp"
#include "protocol/frame.hpp"
#include "session/session_kernel.hpp"
#include "tools/call_rate.hpp"
#include "tools/configured_tools.hpp"
#include "tools/tool_directory.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace evald {

/// What a cell's calls act on: its kernel and its timeout. Loop thread.
class CallingCell {
public:
    virtual ~CallingCell() = default;
    virtual void send_to_kernel(std::string message) = 0;
    virtual void pause_timeout() = 0;
    virtual void resume_timeout() = 0;
};

/// The calls that the cells of one run make to tools: checked, handed to whoever answers, bounded in number, size, rate
/// and time; each gets exactly one answer. Lives as long as its run executes; used from the loop thread.
///
/// A call belongs to the cell that made it. close() answers what is open with an error, as must be done before the cell
/// is interrupted and when it has ended; what comes afterwards is refused until the next cell begins.
class RunBridge {
public:
    RunBridge(KernelContext& context, EventLog& events, RunOutput& output, const Run& run);
    RunBridge(const RunBridge&) = delete;
    RunBridge& operator=(const RunBridge&) = delete;

    void begin_cell(std::size_t index, CallingCell& cell);
    /// A tool frame of that cell.
    void call(const Frame& frame);
    /// An answer of the caller. False: no such call is open.
    bool answer(std::string_view call_id, ToolAnswer answer);
    void close(std::string_view why);
    /// Answers the calls that only a caller could: the last one has gone.
    void fail_offered(std::string_view why);
    [[nodiscard]] std::size_t open() const { return open_.size(); }

private:
    using TimePoint = std::chrono::steady_clock::time_point;
    struct Open {
        std::string kernel_call_id;
        const ToolSpec* tool = nullptr;
        bool is_offered = false;
        bool pauses = false;
        std::size_t bytes = 0;
        TimePoint began;
        std::unique_ptr<PendingCall> pending;  ///< of a configured tool
    };
    using Calls = std::map<std::uint64_t, Open>;  ///< by number, so the oldest is first

    /// Why this call cannot be taken, or empty.
    std::string refusal(const Frame& frame, const ToolSpec& tool);
    void refuse(const Frame& frame, std::string_view why);
    void begin(const Frame& frame, const ToolDirectory::Entry& entry);
    void ask_caller(std::uint64_t number, const Frame& frame);
    void ask_server(std::uint64_t number, const Frame& frame);
    void finish(Calls::iterator call, ToolAnswer answer);
    void report(std::string_view name, std::string_view answered_by, TimePoint began, const ToolAnswer& answer);
    void watch_time();
    void end_overdue();

    KernelContext& context_;
    EventLog& events_;
    RunOutput& output_;
    const Run& run_;
    ToolDirectory directory_;
    CallRate rate_;
    Calls open_;
    std::uint64_t last_number_ = 0;
    std::uint64_t open_bytes_ = 0;
    std::size_t cell_index_ = 0;
    CallingCell* cell_ = nullptr;
    std::string closed_why_;  ///< not empty: calls are refused with it
    OneShotTimer timer_;
};

}  // namespace evald
