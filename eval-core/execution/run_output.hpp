#pragma once

#include "artifact/artifact_store.hpp"
#include "config/config.hpp"
#include "execution/event_log.hpp"
#include "execution/run.hpp"
#include "execution/run_blobs.hpp"
#include "execution/statistics.hpp"
#include "output/run_text.hpp"
#include "protocol/frame.hpp"

#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace evald {

/// An image that a run showed: inline as base64, or, over the budget, in an artifact.
struct RunImage {
    std::size_t cell = 0;
    std::string mime_type;
    std::string base64;       ///< empty when it is only in the artifact
    std::uint64_t bytes = 0;  ///< of the decoded image
    std::string artifact;     ///< empty: none
};

/// What one cell gave besides text.
struct CellGains {
    bool has_markdown = false;
    std::vector<std::string> status_events;  ///< JSON objects
    struct CellError {
        std::string ename, evalue;
        std::vector<std::string> traceback;
    };
    std::optional<CellError> error;
};

/// Everything that the cells of one run show: composes the text, keeps values and images within their budgets, spills
/// to artifacts, and publishes each piece as an event. Loop thread; lives as long as its run executes.
class RunOutput {
public:
    /// `throttle(true)` asks to stop reading the kernel because the disk is behind, `throttle(false)` to go on.
    RunOutput(const Run& run, EventLog& events, ArtifactStore& artifacts, const Config& config, Statistics& statistics,
              std::function<void(bool)> throttle);
    ~RunOutput();
    RunOutput(const RunOutput&) = delete;
    RunOutput& operator=(const RunOutput&) = delete;

    void begin_cell(std::size_t index);
    void text(OutputStream stream, std::string_view text);
    /// A display or result frame.
    void bundle(const Frame& frame);
    void error(const Frame& frame);
    /// What a helper or a tool did: {"op":…}, a JSON object.
    void status(const std::string& status_json);
    void end_cell(bool ok, std::string_view note);

    /// Waits until the disk has everything that the result names.
    boost::asio::awaitable<void> settle();

    /// The whole text; call once, after the last cell and settle(): it does not name an artifact that could not be written.
    [[nodiscard]] std::string take_text();
    [[nodiscard]] std::string cell_text(std::size_t index) const { return text_.cell_output(index); }
    [[nodiscard]] const std::optional<Truncation>& truncation() const { return text_.truncation(); }
    [[nodiscard]] const std::string& spill_artifact() const { return spill_id_; }
    [[nodiscard]] const std::string& artifact_error() const { return artifact_error_; }
    /// The disk is behind: the kernel is not to be read.
    [[nodiscard]] bool is_throttled() const { return throttled_; }
    [[nodiscard]] const std::vector<CellGains>& gains() const { return gains_; }
    [[nodiscard]] CellGains& gains_of_cell() { return gains_[cell_]; }
    [[nodiscard]] const std::vector<std::string>& json_outputs() const { return json_outputs_; }
    [[nodiscard]] const std::vector<RunImage>& images() const { return images_; }
    [[nodiscard]] std::uint64_t dropped_status_events() const { return dropped_status_events_; }
    /// Beyond output.items: they stand in events only.
    [[nodiscard]] std::uint64_t dropped_json_outputs() const { return dropped_json_outputs_; }
    [[nodiscard]] std::uint64_t dropped_images() const { return dropped_images_; }

private:
    std::string open_spill();
    void spill(std::string_view text);
    void watch_pressure();
    /// The artifact's id when the value became one, else empty.
    std::string keep_json(const MimeEntry& entry);
    std::string keep_image(const MimeEntry& entry);
    std::string store_blob(std::string_view mime_type, std::string bytes);
    /// `stored`: for each value of the bundle the artifact that it is in already, or empty.
    void publish_bundle(EventType type, const Frame& frame, const std::vector<std::string>& stored);

    const Run& run_;
    EventLog& events_;
    ArtifactStore& artifacts_;
    const Config& config_;
    Statistics& statistics_;
    std::function<void(bool)> throttle_;
    RunText text_;
    std::size_t cell_ = 0;
    std::vector<CellGains> gains_;
    std::vector<std::string> json_outputs_;
    std::uint64_t json_bytes_ = 0;
    std::vector<RunImage> images_;
    std::uint64_t image_bytes_ = 0;
    std::uint64_t status_bytes_ = 0;
    std::uint64_t dropped_status_events_ = 0;
    std::uint64_t dropped_json_outputs_ = 0;
    std::uint64_t dropped_images_ = 0;
    std::unique_ptr<ArtifactWriter> spill_writer_;
    std::string spill_id_;
    std::string artifact_error_;
    bool throttled_ = false;
    RunBlobs blobs_;
};

}  // namespace evald
