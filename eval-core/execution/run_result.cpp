#include "execution/run_result.hpp"

#include "base/json_writer.hpp"

#include <algorithm>

namespace evald {
namespace {

void write_content(JsonWriter& writer, std::string_view text, const RunOutput& output) {
    writer.key("content").begin_array();
    writer.begin_object().member("type", "text").key("text").string(text).end_object();
    for (const RunImage& image : output.images()) {
        writer.begin_object().member("type", "image").member("mimeType", image.mime_type);
        if (image.artifact.empty())
            writer.member("data", image.base64);
        else
            writer.member("artifact", image.artifact);
        writer.end_object();
    }
    writer.end_array();
}

void write_error(JsonWriter& writer, const CellGains::CellError& error) {
    writer.key("error").begin_object().member("ename", error.ename).member("evalue", error.evalue);
    writer.key("traceback").begin_array();
    for (const std::string& line : error.traceback) writer.string(line);
    writer.end_array().end_object();
}

void write_raw_array(JsonWriter& writer, std::string_view name, const std::vector<std::string>& values) {
    writer.key(name).begin_array();
    for (const std::string& value : values) writer.raw(value);
    writer.end_array();
}

void write_cell(JsonWriter& writer, std::size_t index, const CellSpec& spec, const CellRecord& record,
                const RunOutput& output) {
    const CellGains& gains = output.gains()[index];
    writer.begin_object().member("index", std::uint64_t{index}).key("language").string(language_id(spec.language));
    writer.member("title", spec.title).member("code", spec.code);
    writer.key("status").string(cell_status_name(record.status));
    writer.member("output", record.status == CellStatus::pending ? std::string() : output.cell_text(index));
    writer.member("durationMs", record.duration_ms);
    if (record.exit_code) writer.member("exitCode", *record.exit_code);
    if (record.execution_count) writer.member("executionCount", *record.execution_count);
    write_raw_array(writer, "statusEvents", gains.status_events);
    writer.member("hasMarkdown", gains.has_markdown);
    if (gains.error) write_error(writer, *gains.error);
    writer.end_object();
}

void write_languages(JsonWriter& writer, const std::vector<CellSpec>& cells) {
    std::vector<Language> used;
    for (const CellSpec& cell : cells)
        if (std::find(used.begin(), used.end(), cell.language) == used.end()) used.push_back(cell.language);
    writer.key("language").string(language_id(used.front()));
    writer.key("languages").begin_array();
    for (const Language language : used) writer.string(language_id(language));
    writer.end_array();
}

void write_images(JsonWriter& writer, const std::vector<RunImage>& images) {
    writer.key("images").begin_array();
    for (const RunImage& image : images) {
        writer.begin_object().member("cell", std::uint64_t{image.cell}).member("mimeType", image.mime_type);
        writer.member("bytes", image.bytes);
        if (!image.artifact.empty()) writer.member("artifact", image.artifact);
        writer.end_object();
    }
    writer.end_array();
}

void write_part(JsonWriter& writer, std::string_view name, const TruncatedPart& part) {
    writer.key(name).begin_object().member("lines", part.lines).member("bytes", part.bytes).end_object();
}

void write_meta(JsonWriter& writer, const RunOutput& output) {
    writer.key("meta").begin_object();
    if (const auto& cut = output.truncation()) {
        writer.key("truncation").begin_object().member("truncatedBy", cut->by_bytes ? "bytes" : "lines");
        writer.member("totalLines", cut->total_lines).member("totalBytes", cut->total_bytes);
        writer.member("outputLines", cut->output_lines).member("outputBytes", cut->output_bytes);
        write_part(writer, "head", cut->head);
        write_part(writer, "tail", cut->tail);
        if (!output.spill_artifact().empty()) writer.member("artifact", output.spill_artifact());
        writer.end_object();
    }
    if (!output.artifact_error().empty()) writer.member("artifactError", output.artifact_error());
    if (output.dropped_status_events() != 0) writer.member("statusEventsDropped", output.dropped_status_events());
    if (output.dropped_json_outputs() != 0) writer.member("jsonOutputsDropped", output.dropped_json_outputs());
    if (output.dropped_images() != 0) writer.member("imagesDropped", output.dropped_images());
    writer.end_object();
}

void write_all_status_events(JsonWriter& writer, const RunOutput& output) {
    writer.key("statusEvents").begin_array();
    for (const CellGains& gains : output.gains())
        for (const std::string& event : gains.status_events) writer.raw(event);
    writer.end_array();
}

}  // namespace

std::string_view cell_status_name(CellStatus status) {
    switch (status) {
        case CellStatus::pending: return "pending";
        case CellStatus::running: return "running";
        case CellStatus::complete: return "complete";
        case CellStatus::error: return "error";
    }
    return "error";
}

std::string encode_result(const Run& run, const std::vector<CellRecord>& cells, const RunOutput& output,
                          std::string_view text, std::string_view notice, bool is_error) {
    std::string json;
    json.reserve(text.size() * 2 + 1024);
    JsonWriter writer(json);
    writer.begin_object().member("session", run.session()).member("run", run.id());
    writer.member("sessionCreated", run.session_created());
    write_content(writer, text, output);
    writer.key("details").begin_object().key("cells").begin_array();
    for (std::size_t i = 0; i < cells.size(); ++i) write_cell(writer, i, run.request().cells[i], cells[i], output);
    writer.end_array();
    write_languages(writer, run.request().cells);
    write_raw_array(writer, "jsonOutputs", output.json_outputs());
    write_images(writer, output.images());
    write_all_status_events(writer, output);
    if (!notice.empty()) writer.key("notice").string(notice);
    write_meta(writer, output);
    writer.member("isError", is_error).end_object();
    writer.member("isError", is_error).end_object();
    return json;
}

}  // namespace evald
