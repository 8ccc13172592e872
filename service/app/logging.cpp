#include "app/logging.hpp"

#include "base/json_writer.hpp"
#include "log/log_event.hpp"

#include <memory>
#include <mutex>
#include <spdlog/formatter.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>
#include <string>
#include <string_view>
#include <unistd.h>

namespace evald::service {
namespace {

/// {"time":"2024-06-03T12:00:00.123Z","level":"info","message":"…"}; of a LogEvent, whose payload is members already, its
/// fields instead of the message.
class JsonFormatter final : public spdlog::formatter {
public:
    explicit JsonFormatter(bool takes_members) : takes_members_(takes_members) {}

    void format(const spdlog::details::log_msg& message, spdlog::memory_buf_t& out) override {
        spdlog::memory_buf_t time;
        time_.format(message, time);
        std::string line;
        JsonWriter json(line);
        const auto level = spdlog::level::to_string_view(message.level);
        json.begin_object().member("time", std::string_view(time.data(), time.size()));
        json.member("level", std::string_view(level.data(), level.size()));
        const std::string_view payload(message.payload.data(), message.payload.size());
        if (takes_members_)
            line.append(",").append(payload).append("}");
        else
            json.member("message", payload).end_object();
        line += '\n';
        out.append(line.data(), line.data() + line.size());
    }
    [[nodiscard]] std::unique_ptr<spdlog::formatter> clone() const override {
        return std::make_unique<JsonFormatter>(takes_members_);
    }

private:
    bool takes_members_;
    spdlog::pattern_formatter time_{"%Y-%m-%dT%H:%M:%S.%eZ", spdlog::pattern_time_type::utc, ""};
};

class BatchSink final : public spdlog::sinks::base_sink<std::mutex> {
public:
    /// `may_wait`: those below a warning.
    explicit BatchSink(bool may_wait) : may_wait_(may_wait) {}

protected:
    void sink_it_(const spdlog::details::log_msg& message) override {
        spdlog::memory_buf_t formatted;
        formatter_->format(message, formatted);
        const std::string_view line(formatted.data(), formatted.size());
        if (may_wait_ && message.level < spdlog::level::warn)
            log_batch().write_later(line);
        else
            log_batch().write(line);
    }
    void flush_() override { log_batch().write_waiting(); }

private:
    const bool may_wait_;
};

/// Of LogEvents, or of all else.
std::shared_ptr<spdlog::logger> make_logger(const char* name, const Config::Log& settings, bool is_of_events) {
    auto logger = std::make_shared<spdlog::logger>(name, std::make_shared<BatchSink>(is_of_events));
    if (settings.format == "json")
        logger->set_formatter(std::make_unique<JsonFormatter>(is_of_events));
    else
        logger->set_pattern("%Y-%m-%d %H:%M:%S.%e %l: %v");
    logger->set_level(spdlog::level::from_str(settings.level));
    return logger;
}

}  // namespace

LogBatch& log_batch() {
    static LogBatch batch(STDERR_FILENO);
    return batch;
}

void set_up_logging(const Config::Log& settings) {
    set_log_event_format(settings.format == "json" ? LogFormat::json : LogFormat::text);
    auto events = make_logger(k_event_logger, settings, true);
    spdlog::drop(k_event_logger);
    spdlog::register_logger(std::move(events));
    spdlog::set_default_logger(make_logger("evald", settings, false));
}

void set_log_level(const std::string& level) { spdlog::set_level(spdlog::level::from_str(level)); }

}  // namespace evald::service
