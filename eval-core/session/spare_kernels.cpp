#include "session/spare_kernels.hpp"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <chrono>
#include <utility>

namespace evald {
namespace asio = boost::asio;
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view k_warm_up_id = "spare";

/// A silent cell, so that the first one of a session finds all that the runner needs; it leaves no name behind.
std::string warm_up_code(const LanguageConfig& settings, Language language) {
    if (language == Language::javascript) return "undefined";
    std::string imports;
    // Names have been checked: nothing in them ends a string.
    for (const std::string& module : settings.preload)
        imports += "\\ntry:\\n import " + module + "\\nexcept BaseException:\\n pass";
    return "exec('pass" + imports + "', {})";
}

}  // namespace

/// A kernel in the pool, or on its way there: listens, so that its end is noticed.
class SpareKernels::Waiting final : private KernelObserver {
public:
    Waiting(SpareKernels& owner, Language language, SpareKernel spare)
        : owner_(owner), language_(language), spare_(std::move(spare)), warmed_up_(owner.loop_) {
        spare_.kernel->set_observer(this);
    }
    ~Waiting() override {
        if (spare_.kernel) spare_.kernel->set_observer(nullptr);
    }
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;

    SpareKernel take() {
        spare_.kernel->set_observer(nullptr);
        return std::move(spare_);
    }
    [[nodiscard]] Kernel& kernel() { return *spare_.kernel; }
    [[nodiscard]] const Kernel& kernel() const { return *spare_.kernel; }
    [[nodiscard]] const std::string& workspace() const { return spare_.workspace; }
    AsyncEvent& warmed_up() { return warmed_up_; }
    void mark_ready() { is_ready_ = true; }

private:
    void on_frame(const Frame& frame) override {
        if (frame.type == FrameType::done) warmed_up_.set();
    }
    void on_raw_output(OutputStream, std::string_view) override {}
    void on_exit(const ExitStatus&) override {
        warmed_up_.set();
        if (is_ready_) owner_.lose(language_, this);
    }

    SpareKernels& owner_;
    Language language_;
    SpareKernel spare_;
    AsyncEvent warmed_up_;
    bool is_ready_ = false;
};

SpareKernels::Pool::Pool(Language of, int wanted) : language(of), schedule(static_cast<std::size_t>(wanted)) {}

SpareKernels::Pool::~Pool() = default;

SpareKernels::SpareKernels(asio::any_io_executor loop, const Config& config, KernelProvisioner& provisioner,
                           Workspaces& workspaces, Statistics& statistics, FreeMemory free_memory)
    : loop_(std::move(loop)),
      config_(config),
      provisioner_(provisioner),
      workspaces_(workspaces),
      statistics_(statistics),
      free_memory_(std::move(free_memory)),
      python_(Language::python, config.python.enabled ? config.python.spares : 0),
      javascript_(Language::javascript, config.javascript.enabled ? config.javascript.spares : 0),
      changed_(loop_),
      ended_(loop_) {
    ended_.set();
}

SpareKernels::~SpareKernels() = default;

void SpareKernels::start() {
    is_running_ = true;
    ended_.reset();
    asio::co_spawn(loop_, keep_full(), asio::detached);
}

asio::awaitable<void> SpareKernels::stop() {
    is_running_ = false;
    changed_.set();
    drop_all();
    co_await ended_.wait();
    drop_all();
}

std::optional<SpareKernel> SpareKernels::take(Language language) {
    Pool& from = pool(language);
    if (!is_running_ || from.waiting.empty()) return std::nullopt;
    SpareKernel spare = from.waiting.front()->take();
    from.waiting.pop_front();
    from.schedule.taken(Clock::now());
    changed_.set();
    return spare;
}

void SpareKernels::sweep() {
    const bool was_short = std::exchange(is_short_of_memory_, !has_memory());
    if (is_short_of_memory_)
        drop_all();
    else if (was_short)
        changed_.set();
}

std::uint64_t SpareKernels::resident_bytes() const {
    std::uint64_t bytes = 0;
    for (const Pool* pool : {&python_, &javascript_})
        for (const auto& spare : pool->waiting) bytes += spare->kernel().resident_bytes();
    return bytes;
}

bool SpareKernels::has_memory() const {
    if (config_.kernel.spare_memory == 0) return true;
    const std::optional<std::uint64_t> free = free_memory_();
    return !free || *free >= config_.kernel.spare_memory;
}

SpareKernels::Pool* SpareKernels::next_pool() {
    Pool* next = nullptr;
    for (Pool* pool : {&python_, &javascript_}) {
        const auto at = pool->schedule.next_start();
        if (at && provisioner_.availability(pool->language) && (next == nullptr || *at < *next->schedule.next_start()))
            next = pool;
    }
    return next;
}

asio::awaitable<void> SpareKernels::keep_full() {
    while (is_running_) {
        changed_.reset();
        Pool* const pool = is_short_of_memory_ ? nullptr : next_pool();
        if (pool == nullptr) {
            co_await changed_.wait();
            continue;
        }
        const auto wait = *pool->schedule.next_start() - Clock::now();
        if (wait.count() > 0) {
            (void)co_await changed_.wait_for(wait);
            continue;
        }
        is_short_of_memory_ = !has_memory();
        if (is_short_of_memory_) continue;
        co_await start_one(*pool);
    }
    ended_.set();
}

asio::awaitable<void> SpareKernels::start_one(Pool& pool) {
    pool.schedule.start_begins();
    bool is_ready = false;
    Result<std::string> workspace = workspaces_.make();
    if (workspace) {
        LaunchRequest request;
        request.language = pool.language;
        request.workspace = workspaces_.path(*workspace);
        request.artifacts_dir = workspaces_.make_artifacts_place(*workspace);
        Result<std::unique_ptr<Kernel>> launched = co_await provisioner_.launch(std::move(request));
        if (launched) {
            SpareKernel spare;
            spare.kernel = std::move(*launched);
            spare.workspace = *workspace;
            auto waiting = std::make_unique<Waiting>(*this, pool.language, std::move(spare));
            is_ready = co_await warm_up(*waiting);
            is_ready = is_ready && is_running_;
            waiting->mark_ready();
            if (is_ready) pool.waiting.push_back(std::move(waiting));
        }
        if (!is_ready) workspaces_.discard(*workspace);
    }
    statistics_.spare_starts[{std::string(language_id(pool.language)), is_ready ? "ok" : "failed"}] += 1;
    pool.schedule.start_ended(is_ready, Clock::now());
}

asio::awaitable<bool> SpareKernels::warm_up(Waiting& spare) {
    const Language language = spare.kernel().language();
    ExecuteRequest request;
    request.id = k_warm_up_id;
    request.code = warm_up_code(language == Language::python ? config_.python : config_.javascript, language);
    request.silent = true;
    spare.kernel().execute(request);
    const bool is_done = co_await spare.warmed_up().wait_for(config_.kernel.start_timeout);
    co_return is_done&& spare.kernel().alive();
}

void SpareKernels::lose(Language language, const Waiting* spare) {
    Pool& from = pool(language);
    const auto found = std::ranges::find_if(from.waiting, [spare](const auto& one) { return one.get() == spare; });
    if (found == from.waiting.end()) return;
    workspaces_.discard((*found)->workspace());
    // Never destroyed within one of its kernel's own calls.
    asio::post(loop_, [gone = std::shared_ptr<Waiting>(std::move(*found))] {});
    from.waiting.erase(found);
    from.schedule.lost(Clock::now());
    changed_.set();
}

void SpareKernels::drop_all() {
    for (Pool* pool : {&python_, &javascript_}) {
        for (const auto& spare : pool->waiting) workspaces_.discard(spare->workspace());
        pool->waiting.clear();  // a kernel's end is that of its object
        pool->schedule.dropped();
    }
}

}  // namespace evald
