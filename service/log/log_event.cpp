#include "log/log_event.hpp"

#include "base/json_writer.hpp"
#include "base/utf8.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <spdlog/spdlog.h>

namespace evald::service {
namespace {

LogFormat the_format = LogFormat::text;

spdlog::level::level_enum level_of(LogLevel level) {
    switch (level) {
        case LogLevel::debug: return spdlog::level::debug;
        case LogLevel::info: return spdlog::level::info;
        case LogLevel::warn: return spdlog::level::warn;
        case LogLevel::error: return spdlog::level::err;
    }
    return spdlog::level::info;
}

/// Can stand unquoted behind key=.
bool is_plain(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~' && c != '"' && c != '='; });
}

}  // namespace

void set_log_event_format(LogFormat format) { the_format = format; }

bool is_logged(LogLevel level) { return spdlog::should_log(level_of(level)); }

LogEvent::LogEvent(LogLevel level, std::string_view name) : level_(level) {
    line_.reserve(256);
    if (the_format == LogFormat::json)
        JsonWriter(line_).member("event", name);
    else
        line_ += name;
}

void LogEvent::add(std::string_view key, std::string_view value, bool is_text) {
    const bool is_json = the_format == LogFormat::json;
    line_ += is_json ? ',' : ' ';
    if (is_json)
        JsonWriter(line_).key(key);
    else
        line_.append(key).append("=");
    if (is_text && (is_json || !is_plain(value)))
        JsonWriter(line_).string(value);
    else
        line_ += value;
}

LogEvent& LogEvent::text(std::string_view key, std::string_view value) {
    if (is_valid_utf8(value)) {
        if (!value.empty()) add(key, value, true);
        return *this;
    }
    std::string readable;
    Utf8Decoder decoder;
    decoder.decode(value, readable);
    decoder.flush(readable);
    add(key, readable, true);
    return *this;
}

LogEvent& LogEvent::number(std::string_view key, std::int64_t value) {
    add(key, std::to_string(value), false);
    return *this;
}

LogEvent& LogEvent::milliseconds(std::string_view key, std::int64_t microseconds) {
    std::array<char, 32> digits{};
    const int length =
        std::snprintf(digits.data(), digits.size(), "%lld.%03lld", static_cast<long long>(microseconds / 1000),
                      static_cast<long long>(microseconds % 1000));
    add(key, std::string_view(digits.data(), static_cast<std::size_t>(length)), false);
    return *this;
}

void LogEvent::write() const {
    if (const auto logger = spdlog::get(k_event_logger)) logger->log(level_of(level_), spdlog::string_view_t(line_));
}

}  // namespace evald::service
