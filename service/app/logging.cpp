#include "app/logging.hpp"

#include "base/json_writer.hpp"

#include <memory>
#include <spdlog/formatter.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <string>

namespace evald::service {
namespace {

/// {"time":"2024-06-03T12:00:00.123Z","level":"info","message":"…"}
class JsonFormatter final : public spdlog::formatter {
public:
    void format(const spdlog::details::log_msg& message, spdlog::memory_buf_t& out) override {
        spdlog::memory_buf_t time;
        time_.format(message, time);
        std::string line;
        JsonWriter json(line);
        const auto level = spdlog::level::to_string_view(message.level);
        json.begin_object().member("time", std::string_view(time.data(), time.size()));
        json.member("level", std::string_view(level.data(), level.size()));
        json.member("message", std::string_view(message.payload.data(), message.payload.size())).end_object();
        line += '\n';
        out.append(line.data(), line.data() + line.size());
    }
    [[nodiscard]] std::unique_ptr<spdlog::formatter> clone() const override {
        return std::make_unique<JsonFormatter>();
    }

private:
    spdlog::pattern_formatter time_{"%Y-%m-%dT%H:%M:%S.%eZ", spdlog::pattern_time_type::utc, ""};
};

}  // namespace

void set_up_logging(const Config::Log& settings) {
    auto logger = std::make_shared<spdlog::logger>("evald", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    if (settings.format == "json")
        logger->set_formatter(std::make_unique<JsonFormatter>());
    else
        logger->set_pattern("%Y-%m-%d %H:%M:%S.%e %l: %v");
    logger->set_level(spdlog::level::from_str(settings.level));
    logger->flush_on(spdlog::level::trace);
    spdlog::set_default_logger(std::move(logger));
}

}  // namespace evald::service
