#include "kernel/process_kernel.hpp"

#include "base/utf8.hpp"
#include "kernel/descendants.hpp"
#include "platform/pidfd.hpp"
#include "protocol/request_codec.hpp"

#include <algorithm>
#include <array>
#include <cinttypes>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace evald {
namespace asio = boost::asio;
namespace {

constexpr std::uint64_t k_protocol_version = 1;
constexpr std::size_t k_start_text_bytes = 2'000;

/// Bubblewrap ends as a shell does: 128 and the number of the signal that its program died of.
ExitStatus unwrapped(const ExitStatus& status) {
    constexpr int k_signal_base = 128;
    ExitStatus own = status;
    if (status.signaled || status.value <= k_signal_base || status.value >= k_signal_base + NSIG) return own;
    own.signaled = true;
    own.value = status.value - k_signal_base;
    return own;
}

}  // namespace

ProcessKernel::ProcessKernel(asio::any_io_executor loop, ChildProcess process, KernelPipeEnds pipes, UniqueFd requests,
                             ProcessKernelOptions options, std::shared_ptr<MarkSweeper> sweeper)
    : options_(std::move(options)),
      sweeper_(std::move(sweeper)),
      ready_or_gone_(loop),
      gone_(loop),
      pong_(loop),
      timer_(loop),
      process_(std::move(process)),
      descendants_(loop, process_.pid()),
      requests_(loop, std::move(requests), options_.max_waiting_requests,
                [this](WriteQueue::Fault fault) {
                    give_up_soon(fault == WriteQueue::Fault::overflow ? "did not read what was sent to it"
                                                                      : "closed its protocol descriptors");
                }),
      pipes_(loop, std::move(pipes), options_.max_line, *this) {
    if (options_.memory_kills) memory_kills_before_ = options_.memory_kills();
    process_.watch_exit([this](const ExitStatus& status) { on_exit(status); });
}

ProcessKernel::~ProcessKernel() {
    pipes_.close();
    if (!process_.is_running()) return;
    kill_found_processes();
    sweeper_->sweep(options_.kernel_mark);
}

asio::awaitable<Result<void>> ProcessKernel::wait_until_ready(std::chrono::milliseconds limit) {
    co_await ready_or_gone_.wait_for(limit);
    if (is_ready_ && process_.is_running()) co_return Result<void>();
    Error error{ErrorCode::unavailable, start_failure(limit)};
    co_return error;
}

std::string ProcessKernel::start_failure(std::chrono::milliseconds limit) const {
    std::string text = std::string(language_name(options_.language)) + " kernel ";
    if (!end_reason_.empty()) {
        text += end_reason_ + " while it started";
    } else if (exit_status_) {
        text += exit_status_->describe() + " while it started";
    } else {
        std::array<char, 32> seconds{};
        std::snprintf(seconds.data(), seconds.size(), "%g s", static_cast<double>(limit.count()) / 1000.0);
        text += std::string("did not start within ") + seconds.data();
    }
    std::string said;
    Utf8Decoder decoder;
    decoder.decode(start_text_, said);
    decoder.flush(said);
    const std::size_t end = said.find_last_not_of(" \t\r\n") + 1;
    const std::size_t begin = std::min(said.find_first_not_of(" \t\r\n"), end);
    if (end > begin) text += ": " + said.substr(begin, end - begin);
    return text;
}

std::uint64_t ProcessKernel::resident_bytes() const {
    if (!process_.is_running()) return 0;
    const std::string path = "/proc/" + std::to_string(pid()) + "/statm";
    const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, 128> content{};
    if (!file || ::read(file.get(), content.data(), content.size() - 1) <= 0) return 0;
    std::uint64_t resident_pages = 0;
    if (std::sscanf(content.data(), "%*u %" SCNu64, &resident_pages) != 1) return 0;
    static const auto page_size = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    return resident_pages * page_size;
}

std::uint64_t ProcessKernel::garbage_lines() const { return codec_.garbage_lines() + pipes_.overlong_lines(); }

void ProcessKernel::execute(const ExecuteRequest& request) {
    cell_id_ = request.id;
    cell_started_ = false;
    interrupt_wanted_ = false;
    descendants_.begin_cell();
    send(encode_execute(request.id, request.code, inner_path(request.cwd), request.env, request.silent));
}

void ProcessKernel::send(std::string message) {
    message += '\n';
    // A kernel that is gone hears nothing; its end is on its way to the observer.
    requests_.push(std::move(message));
}

void ProcessKernel::interrupt() {
    if (cell_id_.empty()) return;
    // Before `started` the runner may not have its handler yet: the signal would be lost or hit the wrong code.
    if (!cell_started_) {
        interrupt_wanted_ = true;
        return;
    }
    // The kernel first: otherwise its code could run on for a moment with a child that has just died.
    signal_kernel(SIGINT);
    descendants_.interrupt();
}

void ProcessKernel::end_cell_descendants() {
    if (process_.is_running()) descendants_.end();
}

asio::awaitable<ExitStatus> ProcessKernel::shut_down() {
    is_leaving_ = true;
    send(encode_exit());
    bool is_gone = co_await gone_.wait_for(options_.exit_grace);
    if (!is_gone) {
        signal_kernel(SIGTERM);
        is_gone = co_await gone_.wait_for(options_.exit_grace);
    }
    if (!is_gone) {
        kill();
        co_await gone_.wait();
    }
    co_return *exit_status_;
}

void ProcessKernel::kill() {
    if (!process_.is_running()) return;
    is_killed_ = true;
    kill_found_processes();
}

asio::awaitable<bool> ProcessKernel::ping() {
    if (!process_.is_running()) co_return false;
    pong_.reset();
    send(encode_ping());
    bool is_well = co_await pong_.wait_for(options_.heartbeat);
    // Its end ends the wait too.
    if (!process_.is_running()) is_well = false;
    co_return is_well;
}

void ProcessKernel::on_line(std::string_view line) {
    const Frame* const frame = codec_.decode(line);
    if (frame == nullptr) return;
    switch (frame->type) {
        case FrameType::ready: return become_ready(*frame);
        case FrameType::barrier: return send(encode_barrier(frame->number));
        case FrameType::pong: return pong_.set();
        default: break;
    }
    const bool is_current = !cell_id_.empty() && frame->id == cell_id_;
    // Before the observer hears of it: it may answer `done` with the next cell.
    if (is_current && frame->type == FrameType::done) cell_id_.clear();
    if (is_current && frame->type == FrameType::started) {
        cell_started_ = true;
        if (std::exchange(interrupt_wanted_, false)) interrupt();
    }
    if (observer_ != nullptr) observer_->on_frame(*frame);
}

void ProcessKernel::become_ready(const Frame& frame) {
    if (is_ready_) return;
    if (frame.number != k_protocol_version)
        return give_up_now("speaks version " + std::to_string(frame.number) + " of the protocol");
    if (options_.is_wrapped && !find_wrapped()) return give_up_now("could not be found in its namespace");
    is_ready_ = true;
    version_ = frame.version;
    start_text_ = std::string();
    ready_or_gone_.set();
}

bool ProcessKernel::find_wrapped() {
    const std::optional<WrappedProcess> found = wrapped_process(process_.pid());
    if (!found) return false;
    kernel_pidfd_ = open_process(found->program);
    if (!kernel_pidfd_) return false;
    kernel_pid_ = found->program.pid;
    root_pid_ = found->init.pid;
    descendants_.look_below(root_pid_);
    return true;
}

void ProcessKernel::signal_kernel(int number) {
    // Bubblewrap itself would end by the signal, and all within with it.
    if (kernel_pidfd_) {
        pidfd_signal(kernel_pidfd_.get(), number);
    } else {
        process_.signal(number);
    }
}

std::string ProcessKernel::inner_path(const std::string& path) const {
    const std::string& outer = options_.workspace;
    if (!options_.is_wrapped || !path.starts_with(outer)) return path;
    const bool is_within = path.size() == outer.size() || path[outer.size()] == '/';
    return is_within ? options_.inner_workspace + path.substr(outer.size()) : path;
}

void ProcessKernel::kill_for_limit(std::string_view limit, std::string explanation) {
    if (!process_.is_running() || !limit_passed_.limit.empty()) return;
    limit_passed_.limit = limit;
    limit_passed_.explanation = std::move(explanation);
    kill();
}

void ProcessKernel::on_raw(OutputStream stream, std::string_view bytes) {
    if (!is_ready_ && stream == OutputStream::err) {
        start_text_ += bytes;
        if (start_text_.size() > k_start_text_bytes) start_text_.erase(0, start_text_.size() - k_start_text_bytes);
    }
    if (observer_ != nullptr) observer_->on_raw_output(stream, bytes);
}

void ProcessKernel::on_frames_closed() { give_up_soon("closed its protocol descriptors"); }

void ProcessKernel::give_up_soon(std::string reason) {
    if (!process_.is_running() || is_leaving_ || timer_.is_armed()) return;
    // A process that ends closes its descriptors first: wait for its exit status before blaming it.
    timer_.arm(options_.exit_grace, [this, reason = std::move(reason)] { give_up_now(reason); });
}

void ProcessKernel::give_up_now(std::string reason) {
    if (!process_.is_running()) return;
    end_reason_ = std::move(reason);
    kill();
}

void ProcessKernel::on_exit(const ExitStatus& status) {
    // Still a zombie during this call, so that its session's number is nobody else's.
    kill_found_processes();
    sweeper_->sweep(options_.kernel_mark);
    held_.reset();
    timer_.cancel();
    requests_.close();
    pipes_.drain();
    pipes_.close();
    cell_id_.clear();
    exit_status_ = options_.is_wrapped ? unwrapped(status) : status;
    if (exit_status_->signaled) {
        note_limit_of_system();
        exit_status_->limit = limit_passed_.limit;
        exit_status_->explanation = limit_passed_.explanation;
    }
    ready_or_gone_.set();
    gone_.set();
    pong_.set();
    tell_exit();
}

void ProcessKernel::note_limit_of_system() {
    const bool may_be = !is_killed_ && exit_status_->value == SIGKILL && options_.memory_kills;
    if (!may_be || options_.memory_kills() == memory_kills_before_) return;
    limit_passed_.limit = "memory";
    limit_passed_.explanation = options_.memory_explanation;
}

void ProcessKernel::set_observer(KernelObserver* observer) {
    observer_ = observer;
    // Whoever comes after the end must hear of it too, but from the loop.
    if (exit_status_ && !is_exit_told_) timer_.arm(std::chrono::milliseconds(0), [this] { tell_exit(); });
}

void ProcessKernel::tell_exit() {
    if (observer_ == nullptr) return;
    is_exit_told_ = true;
    // Last, because it may be the end of this object.
    std::exchange(observer_, nullptr)->on_exit(*exit_status_);
}

void ProcessKernel::kill_found_processes() {
    // Collected before the kernel dies: its children are re-parented then.
    std::vector<ProcessRef> found = process_tree_below(process_.pid());
    const std::vector<ProcessRef> members = session_members(process_.pid());
    found.insert(found.end(), members.begin(), members.end());
    std::vector<UniqueFd> descriptors;
    for (const ProcessRef& process : found) {
        if (UniqueFd pidfd = open_process(process)) descriptors.push_back(std::move(pidfd));
    }
    process_.signal(SIGKILL);
    for (const UniqueFd& pidfd : descriptors) pidfd_signal(pidfd.get(), SIGKILL);
}

}  // namespace evald
