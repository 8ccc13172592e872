#include "execution/run_output.hpp"

#include "base/base64.hpp"
#include "base/json_writer.hpp"
#include "base/utf8.hpp"
#include "output/display_text.hpp"

#include <algorithm>
#include <utility>

namespace evald {
namespace {

constexpr std::string_view k_status_mime = "application/x-omp-status";
/// Values in events over this size are stored and named instead: a ring holds 2 MiB in all.
constexpr std::size_t k_event_value_max = 64ULL << 10U;
/// Status events kept in a result; more are only events.
constexpr std::size_t k_status_events_max = 1'000;
constexpr std::uint64_t k_status_bytes_max = 256ULL << 10U;

RunTextLimits text_limits(const Config& config) {
    return {config.output.head_bytes, config.output.tail_bytes, static_cast<std::uint64_t>(config.output.head_lines),
            static_cast<std::uint64_t>(config.output.tail_lines)};
}

/// An error in a result or event stays readable and small: a traceback of a deep recursion, a message of megabytes.
constexpr std::size_t k_error_text_max = 16ULL << 10U;

std::string bounded(std::string_view text) {
    if (text.size() <= k_error_text_max) return std::string(text);
    return std::string(text.substr(0, utf8_safe_cut(text, k_error_text_max))) + "…";
}

/// Whole lines from both ends within the bound; the last lines say most.
std::vector<std::string> bounded_traceback(const std::vector<std::string_view>& lines) {
    std::size_t head = 0;
    std::size_t tail = lines.size();
    std::size_t bytes = 0;
    while (tail > 0 && bytes + lines[tail - 1].size() <= k_error_text_max * 3 / 4) bytes += lines[--tail].size();
    while (head < tail && bytes + lines[head].size() <= k_error_text_max) bytes += lines[head++].size();
    std::vector<std::string> kept;
    for (std::size_t i = 0; i < head; ++i) kept.emplace_back(lines[i]);
    if (head < tail) kept.push_back("[… " + std::to_string(tail - head) + " lines elided …]");
    for (std::size_t i = tail; i < lines.size(); ++i) kept.emplace_back(lines[i]);
    return kept;
}

/// An image that no reader could open: the bundle's other forms are shown in its place.
bool is_broken_image(const MimeEntry& entry) {
    return is_shown_image(entry.mime_type) && !(entry.is_string && canonical_base64(entry.text));
}

MimeBundle without_broken_images(MimeBundle bundle) {
    const std::string mime_type = bundle.entries.front().mime_type;
    std::erase_if(bundle.entries, is_broken_image);
    if (!bundle.entries.empty()) return bundle;
    MimeEntry& said = bundle.entries.emplace_back();
    said.mime_type = "text/plain";
    said.is_string = true;
    said.text = "(" + mime_type + ": its data is no base64)";
    said.json = '"' + said.text + '"';
    return bundle;
}

}  // namespace

RunOutput::RunOutput(const Run& run, EventLog& events, ArtifactStore& artifacts, const Config& config,
                     Statistics& statistics, std::function<void(bool)> throttle)
    : run_(run),
      events_(events),
      artifacts_(artifacts),
      config_(config),
      statistics_(statistics),
      throttle_(std::move(throttle)),
      text_(
          text_limits(config), run.request().cells.size(), [this] { return open_spill(); },
          [this](std::string_view text) { spill(text); }),
      gains_(run.request().cells.size()),
      blobs_(artifacts, run.principal(), run.session(), [this] { watch_pressure(); }) {}

RunOutput::~RunOutput() {
    if (spill_writer_) spill_writer_->on_progress({});
}

void RunOutput::begin_cell(std::size_t index) {
    cell_ = index;
    text_.begin_cell(run_.request().cells[index].title);
}

void RunOutput::text(OutputStream stream, std::string_view text) {
    statistics_.output_bytes += text.size();
    text_.append(stream, text);
    std::string members;
    members.reserve(text.size() + text.size() / 16 + 64);
    JsonWriter writer(members);
    writer.member("cell", std::uint64_t{cell_}).member("stream", stream == OutputStream::out ? "stdout" : "stderr");
    writer.key("text").string(text);
    events_.publish(EventType::output, run_.id(), members);
}

void RunOutput::bundle(const Frame& frame) {
    if (const MimeEntry* status = frame.bundle.find(k_status_mime)) {
        this->status(status->json);
        return;
    }
    if (std::any_of(frame.bundle.entries.begin(), frame.bundle.entries.end(), is_broken_image)) {
        Frame mended = frame;
        mended.bundle = without_broken_images(std::move(mended.bundle));
        bundle(mended);
        return;
    }
    std::vector<std::string> stored;
    for (const MimeEntry& entry : frame.bundle.entries) {
        std::string& artifact = stored.emplace_back();
        if (entry.mime_type == "application/json")
            artifact = keep_json(entry);
        else if (is_shown_image(entry.mime_type) && entry.is_string)
            artifact = keep_image(entry);
    }
    if (has_markdown(frame.bundle)) gains_[cell_].has_markdown = true;
    const std::string shown = display_text(frame.bundle);
    if (!shown.empty()) {
        statistics_.output_bytes += shown.size();
        text_.append_block(shown);
    }
    publish_bundle(frame.type == FrameType::result ? EventType::result : EventType::display, frame, stored);
}

void RunOutput::status(const std::string& status_json) {
    CellGains& gains = gains_[cell_];
    status_bytes_ += status_json.size();
    if (gains.status_events.size() < k_status_events_max && status_bytes_ < k_status_bytes_max)
        gains.status_events.push_back(status_json);
    else
        ++dropped_status_events_;
    std::string members;
    JsonWriter(members).member("cell", std::uint64_t{cell_}).key("status").raw(status_json);
    events_.publish(EventType::status, run_.id(), members);
}

std::string RunOutput::keep_json(const MimeEntry& entry) {
    if (json_outputs_.size() >= static_cast<std::size_t>(config_.output.items)) {
        ++dropped_json_outputs_;
        return {};
    }
    if (json_bytes_ + entry.json.size() <= config_.output.json_bytes) {
        json_bytes_ += entry.json.size();
        json_outputs_.push_back(entry.json);
        return {};
    }
    std::string reference;
    const std::uint64_t bytes = entry.json.size();
    std::string artifact = store_blob(entry.mime_type, entry.json);
    JsonWriter(reference)
        .begin_object()
        .member("artifact", artifact)
        .member("bytes", bytes)
        .member("mimeType", entry.mime_type)
        .end_object();
    json_outputs_.push_back(std::move(reference));
    return artifact;
}

std::string RunOutput::keep_image(const MimeEntry& entry) {
    if (images_.size() >= static_cast<std::size_t>(config_.output.items)) {
        ++dropped_images_;
        return {};
    }
    RunImage image;
    image.cell = cell_;
    image.mime_type = entry.mime_type;
    std::string base64 = *canonical_base64(entry.text);
    image.bytes = base64_decoded_size(base64);
    if (image_bytes_ + base64.size() <= config_.output.image_bytes) {
        image_bytes_ += base64.size();
        image.base64 = std::move(base64);
    } else {
        image.artifact = store_blob(entry.mime_type, decode_base64(base64));
    }
    images_.push_back(std::move(image));
    return images_.back().artifact;
}

void RunOutput::publish_bundle(EventType type, const Frame& frame, const std::vector<std::string>& stored) {
    std::string members;
    JsonWriter writer(members);
    writer.member("cell", std::uint64_t{cell_}).key("bundle").begin_object();
    for (std::size_t i = 0; i < stored.size(); ++i) {
        const MimeEntry& entry = frame.bundle.entries[i];
        writer.key(entry.mime_type);
        if (entry.json.size() <= k_event_value_max) {
            writer.raw(entry.json);
            continue;
        }
        std::string bytes = entry.json;
        if (entry.is_string)
            bytes = is_shown_image(entry.mime_type) ? decode_base64(*canonical_base64(entry.text)) : entry.text;
        const std::uint64_t size = bytes.size();
        const std::string artifact = stored[i].empty() ? store_blob(entry.mime_type, std::move(bytes)) : stored[i];
        writer.begin_object().member("artifact", artifact).member("bytes", size).end_object();
    }
    writer.end_object();
    if (!frame.transient_json.empty()) writer.key("transient").raw(frame.transient_json);
    if (frame.update) writer.member("update", true);
    events_.publish(type, run_.id(), members);
}

void RunOutput::error(const Frame& frame) {
    CellGains::CellError error;
    error.ename = bounded(frame.ename);
    error.evalue = bounded(frame.evalue);
    error.traceback = bounded_traceback(frame.traceback);
    std::string shown;
    for (const std::string_view line : frame.traceback) {
        if (!shown.empty()) shown += '\n';
        shown += line;
    }
    std::string members;
    JsonWriter writer(members);
    writer.member("cell", std::uint64_t{cell_}).member("ename", error.ename).member("evalue", error.evalue);
    writer.key("traceback").begin_array();
    for (const std::string& line : error.traceback) writer.string(line);
    writer.end_array();
    if (shown.empty()) shown = error.evalue.empty() ? error.ename : error.ename + ": " + error.evalue;
    text_.append_block(shown);
    gains_[cell_].error = std::move(error);
    events_.publish(EventType::error, run_.id(), members);
}

void RunOutput::end_cell(bool ok, std::string_view note) { text_.end_cell(ok, note); }

std::string RunOutput::open_spill() {
    statistics_.truncated_runs += 1;
    spill_writer_ = artifacts_.create(run_.principal(), run_.session(), "text/plain; charset=utf-8");
    spill_writer_->on_progress([this] { watch_pressure(); });
    spill_id_ = spill_writer_->id();
    return "/artifact/" + spill_id_;
}

void RunOutput::spill(std::string_view text) {
    spill_writer_->append(std::string(text));
    watch_pressure();
}

void RunOutput::watch_pressure() {
    // The kernel is not read while more than this waits for the disk, and again below half of it.
    const std::uint64_t most = config_.output.pending_bytes;
    const std::uint64_t pending = blobs_.pending_bytes() + (spill_writer_ ? spill_writer_->pending_bytes() : 0);
    if (!throttled_ && pending > most) {
        throttled_ = true;
        throttle_(true);
    } else if (throttled_ && pending < most / 2) {
        throttled_ = false;
        throttle_(false);
    }
}

std::string RunOutput::store_blob(std::string_view mime_type, std::string bytes) {
    std::string id = blobs_.store(mime_type, std::move(bytes));
    watch_pressure();
    return id;
}

boost::asio::awaitable<void> RunOutput::settle() {
    if (spill_writer_) {
        Result<Artifact> stored = co_await spill_writer_->commit();
        if (!stored) {
            artifact_error_ = stored.error().message;
            spill_id_.clear();
            text_.forget_full_output();
        }
    }
    co_await blobs_.settle();
    if (!blobs_.failure().empty()) artifact_error_ = blobs_.failure();
    if (!artifact_error_.empty()) statistics_.artifact_failures += 1;
}

std::string RunOutput::take_text() { return text_.finish(); }

}  // namespace evald
