#include "client/cell_session.hpp"

#include "measure/stopwatch.hpp"

#include <atomic>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <unistd.h>
#include <utility>
#include <vector>

namespace bench {
namespace {

std::string next_id(const std::string& prefix) {
    static std::atomic<std::uint64_t> count{0};
    return prefix + std::to_string(getpid()) + "x" + std::to_string(count++) + "z";
}

std::string filled(std::string text, const std::map<std::string, std::string>& names) {
    for (const auto& [name, value] : names) {
        const std::string mark = "{" + name + "}";
        for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + value.size()))
            text.replace(at, mark.size(), value);
    }
    return text;
}

bool holds(std::string_view text, std::string_view part) {
    return memmem(text.data(), text.size(), part.data(), part.size()) != nullptr;
}

/// Newlines as JSON writes them.
std::uint64_t count_lines(std::string_view text) {
    std::uint64_t lines = 0;
    for (auto at = text.find("\\n"); at != std::string_view::npos; at = text.find("\\n", at + 2)) ++lines;
    return lines;
}

void require_good(const HttpAnswer& answer, const std::string& what) {
    if (answer.status / 100 != 2)
        throw std::runtime_error(what + ": HTTP " + std::to_string(answer.status) + " " + answer.body.substr(0, 300));
}

}  // namespace

CellSession::CellSession(const Options& options) : options_(options), http_(options) {
    names_["sid"] = next_id("bench-");
    names_["lang"] = options.language == "js" ? "js" : "py";
}

void CellSession::open() {
    double before = now_us();
    if (!options_.create_path.empty()) {
        const HttpAnswer answer = http_.request(options_.create_method, options_.create_path, options_.create_body);
        require_good(answer, "create");
        names_["id"] = nlohmann::json::parse(answer.body).at(options_.id_key).get<std::string>();
    }
    create_us_ = now_us() - before;
    before = now_us();
    if (options_.transport == "ws") websocket_.connect(options_, filled(options_.ws_path, names_));
    connect_us_ = now_us() - before;
}

std::string CellSession::filled_path(const std::string& text) const { return filled(text, names_); }

std::string CellSession::message(const std::string& id, const std::string& code) const {
    Names names = names_;
    names["mid"] = id;
    names["code"] = nlohmann::json(code).dump();
    return filled(options_.exec_template, names);
}

std::string CellSession::start(const std::string& code) {
    std::string id = next_id("m");
    websocket_.send_text(message(id, code));
    return id;
}

void CellSession::note_output(Execution& execution, std::string_view text, double started_us) const {
    if (execution.first_output == 0) execution.first_output = now_us() - started_us;
    execution.lines += count_lines(text);
}

Execution CellSession::wait_done(const std::string& message_id, double started_us) {
    // A message with output may be large: where the run's end is looked for in it, its end is enough.
    constexpr std::size_t tail_size = 256;
    Execution execution;
    const std::string mark = filled(options_.belongs, {{"mid", message_id}});
    std::vector<bool> seen(options_.done.size(), false);
    std::size_t left = seen.size();
    while (left > 0) {
        const std::string& text = websocket_.receive();
        if (!mark.empty() && !holds(text, mark)) continue;
        ++execution.messages;
        execution.bytes += text.size();
        const bool is_output =
            !options_.stream_match.empty() && holds(std::string_view(text).substr(0, 512), options_.stream_match);
        if (is_output) note_output(execution, text, started_us);
        std::string_view rest = text;
        if (is_output && rest.size() > tail_size) rest.remove_prefix(rest.size() - tail_size);
        for (std::size_t i = 0; i < seen.size(); ++i) {
            if (seen[i] || !holds(rest, options_.done[i])) continue;
            seen[i] = true;
            --left;
        }
    }
    execution.total = now_us() - started_us;
    return execution;
}

Execution CellSession::execute(const std::string& code) {
    const double before = now_us();
    if (options_.transport == "ws") {
        const std::string id = start(code);
        return wait_done(id, before);
    }
    const HttpAnswer answer = http_.request(options_.exec_method, options_.exec_path, message(next_id("m"), code));
    require_good(answer, "execute");
    Execution execution;
    execution.total = now_us() - before;
    execution.bytes = answer.body.size();
    execution.messages = 1;
    execution.lines = count_lines(answer.body);
    return execution;
}

void CellSession::interrupt() {
    if (!options_.interrupt_message.empty()) {
        websocket_.send_text(filled(options_.interrupt_message, names_));
        return;
    }
    require_good(http_.request(options_.interrupt_method, filled(options_.interrupt_path, names_), ""), "interrupt");
}

void CellSession::drop() {
    if (!options_.delete_path.empty()) http_.request(options_.delete_method, filled(options_.delete_path, names_), "");
}

}  // namespace bench
