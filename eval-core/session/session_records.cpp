#include "session/session_records.hpp"

#include "base/json_writer.hpp"
#include "platform/atomic_file.hpp"
#include "platform/file_content.hpp"
#include "platform/sha256.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace evald {
namespace {

namespace fs = std::filesystem;

constexpr mode_t k_file_mode = 0600;
constexpr std::int64_t k_ms = 1'000, k_ns_of_ms = 1'000'000;

void set_time(const std::string& file, std::int64_t time_ms) {
    const timespec at{time_ms / k_ms, time_ms % k_ms * k_ns_of_ms};
    const timespec times[2] = {at, at};
    ::utimensat(AT_FDCWD, file.c_str(), times, AT_SYMLINK_NOFOLLOW);
}

std::optional<SessionRecord> read_record(const std::string& file) {
    std::optional<SessionRecord> record = record_from_json(file_content(file));
    struct stat status {};
    if (!record || ::stat(file.c_str(), &status) != 0) return std::nullopt;
    record->last_used_ms = std::int64_t{status.st_mtim.tv_sec} * k_ms + status.st_mtim.tv_nsec / k_ns_of_ms;
    return record;
}

Result<std::vector<SessionRecord>> read_folder(const std::string& folder) {
    if (::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST)
        return Error{ErrorCode::internal, "cannot make the folder " + folder + ": " + std::strerror(errno)};
    std::vector<SessionRecord> records;
    std::vector<fs::path> others;
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
        std::optional<SessionRecord> record = read_record(entry->path().string());
        if (record)
            records.push_back(std::move(*record));
        else
            others.push_back(entry->path());
    }
    for (const fs::path& file : others) fs::remove(file, failed);
    return records;
}

}  // namespace

std::string record_to_json(const SessionRecord& record) {
    std::string json;
    JsonWriter writer(json);
    writer.begin_object().member("principal", record.principal).member("id", record.id);
    writer.member("workspace", record.workspace).member("created", record.created_ms);
    writer.member("python", record.had_python).member("javascript", record.had_javascript).end_object();
    return json;
}

std::optional<SessionRecord> record_from_json(std::string_view json) {
    const auto parsed = nlohmann::json::parse(json, nullptr, false);
    if (!parsed.is_object()) return std::nullopt;
    const auto has = [&parsed](const char* name, nlohmann::json::value_t type) {
        const auto found = parsed.find(name);
        return found != parsed.end() && found->type() == type;
    };
    using Type = nlohmann::json::value_t;
    for (const char* name : {"principal", "id", "workspace"})
        if (!has(name, Type::string)) return std::nullopt;
    for (const char* name : {"python", "javascript"})
        if (!has(name, Type::boolean)) return std::nullopt;
    if (!has("created", Type::number_unsigned)) return std::nullopt;
    SessionRecord record;
    record.principal = parsed["principal"].get<std::string>();
    record.id = parsed["id"].get<std::string>();
    record.workspace = parsed["workspace"].get<std::string>();
    record.created_ms = parsed["created"].get<std::int64_t>();
    record.had_python = parsed["python"].get<bool>();
    record.had_javascript = parsed["javascript"].get<bool>();
    return record;
}

SessionRecords::SessionRecords(boost::asio::any_io_executor loop, std::string data_folder)
    : folder_(std::move(data_folder) + "/sessions"), worker_(std::move(loop), 1) {}

std::string SessionRecords::file_of(const SessionRecord& record) const {
    // The length tells where the principal ends: no two pairs make the same text.
    const std::string owner = std::to_string(record.principal.size()) + ":" + record.principal + record.id;
    constexpr std::size_t k_digits = 40;
    return folder_ + "/" + sha256_hex(owner).substr(0, k_digits);
}

boost::asio::awaitable<Result<std::vector<SessionRecord>>> SessionRecords::load() {
    auto job = [folder = folder_] { return read_folder(folder); };
    Result<std::vector<SessionRecord>> records = co_await worker_.run(std::move(job));
    co_return records;
}

void SessionRecords::save(const SessionRecord& record) {
    worker_.post([file = file_of(record), json = record_to_json(record), at = record.last_used_ms] {
        if (!write_file_atomically(file, json, k_file_mode)) set_time(file, at);
    });
}

void SessionRecords::touch(const SessionRecord& record) {
    worker_.post([file = file_of(record), at = record.last_used_ms] { set_time(file, at); });
}

void SessionRecords::remove(const SessionRecord& record) {
    worker_.post([file = file_of(record)] { ::unlink(file.c_str()); });
}

boost::asio::awaitable<void> SessionRecords::settle() {
    auto nothing = [] {};
    co_await worker_.run(std::move(nothing));
}

}  // namespace evald
